import { Button } from '@rueda/ui/actions/Button.tsx'
import { useAct } from '../../app/use-act.ts'
import { say } from '../../app/words.ts'

/** Throws a draft away, of whatever is written here. */
export function DropDraft({ drop, onDone }: Readonly<{ drop: () => Promise<unknown>; onDone: () => void }>) {
  const { busy, act } = useAct()
  const press = async (): Promise<void> => {
    if (await act(drop, () => say('broadcasts.dropped'))) onDone()
  }
  return (
    <Button tone="ghost" busy={busy} onPress={() => void press()}>
      {say('broadcasts.drop')}
    </Button>
  )
}
