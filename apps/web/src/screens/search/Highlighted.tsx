import { highlighted } from './highlight.ts'

/** A text with what matched in bold. */
export function Highlighted({ text, typed }: Readonly<{ text: string; typed: string }>) {
  return (
    <>
      {highlighted(text, typed).map((part, at) =>
        part.match ? (
          <b key={at} className="font-semibold text-text1">
            {part.text}
          </b>
        ) : (
          <span key={at} className="font-normal">
            {part.text}
          </span>
        ),
      )}
    </>
  )
}
