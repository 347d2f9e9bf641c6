import { Button } from '@rueda/ui/actions/Button.tsx'
import { say } from './words.ts'

type PagesProps = Readonly<{ pageNum: number; pages: number; total: number; onPage: (page: number) => void }>

/** The position in a long list, with buttons to turn its pages. */
export const Pages = ({ pageNum, pages, total, onPage }: PagesProps) => (
  <div className="flex items-center justify-end gap-3 border-t border-line px-4 py-2">
    <span className="num text-meta text-text3">
      {pageNum} / {pages} · {total}
    </span>
    <Button tone="ghost" disabled={pageNum <= 1} onPress={() => onPage(pageNum - 1)}>
      {say('pages.previous')}
    </Button>
    <Button tone="ghost" disabled={pageNum >= pages} onPress={() => onPage(pageNum + 1)}>
      {say('pages.next')}
    </Button>
  </div>
)
