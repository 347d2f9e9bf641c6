import { UiProvider, useUi } from '@rueda/ui/provider/context.tsx'
import { CloseTicket } from './CloseTicket.tsx'

/** What closes a position, as a pane: the address names the position. */
export function DockedClose() {
  const ui = useUi()
  return (
    <UiProvider value={{ ...ui, docked: true }}>
      <CloseTicket />
    </UiProvider>
  )
}
