import { paragraphsOf } from '@rueda/rules/articles/content.ts'
import { hrefTo } from '../pages/go.ts'

/** The paragraphs of an article as text: its content is read by its own grammar and never handed to the browser as HTML. */
export const Content = ({ content }: Readonly<{ content: string }>) =>
  paragraphsOf(content).map((runs, paragraph) => (
    <p key={paragraph}>
      {runs.map(({ text, address }, place) =>
        address === null ? (
          text
        ) : (
          <a key={place} href={hrefTo('pages/webview/index', { url: address })} className="wrap-anywhere text-accent underline">
            {text}
          </a>
        ),
      )}
    </p>
  ))
