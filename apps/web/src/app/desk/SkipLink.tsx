import { useText } from '../../shared/text/text.ts'

/** The first thing a keyboard comes to on a desk: past the rail and the list beside it, into the page. Seen while it has the focus. */
export function SkipLink() {
  const t = useText('desk')
  return (
    <a
      href="#screen"
      onClick={(event) => {
        // The address names the page: it stays.
        event.preventDefault()
        document.getElementById('screen')?.focus()
      }}
      className="sr-only rounded-control bg-accent-fill text-label text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:px-4 focus:py-3"
    >
      {t('skip')}
    </a>
  )
}
