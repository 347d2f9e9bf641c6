import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useText } from '../../shared/text/text.ts'
import { ReadMessage } from './ReadMessage.tsx'

/** One message beside the table it was opened from. */
export function MessageSheet({ id, onClose }: Readonly<{ id: string | null; onClose: () => void }>) {
  const titles = useText('titles')
  const shown = useLastShown(id)
  return (
    <Sheet open={id !== null} onClose={onClose} title={titles('message')}>
      {shown === null ? null : (
        <div className="flex flex-col gap-3">
          <ReadMessage key={shown} id={shown} />
        </div>
      )}
    </Sheet>
  )
}
