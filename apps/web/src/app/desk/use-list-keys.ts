import { useNavigate } from 'react-router'
import { useShortcut } from '../../shared/pages/shortcuts.ts'

/** The arrow keys go through the list's instruments; what is chosen is shown by every pane. `at` is -1 where none is in view. */
export function useListKeys(hrefs: readonly string[], at: number): void {
  const navigate = useNavigate()
  const show = (place: number) => {
    const href = hrefs[place]
    if (href !== undefined) void navigate(href.slice(1), { replace: true })
  }
  useShortcut('ArrowDown', () => show(at + 1))
  useShortcut('ArrowUp', () => show(Math.max(0, at - 1)))
}
