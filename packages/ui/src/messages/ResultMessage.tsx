import { Button } from '../actions/Button.tsx'
import { InlineMessage } from './InlineMessage.tsx'

type ResultMessageProps = Readonly<{ tone: 'warn' | 'danger'; message: string; action: string; onPress: () => void }>

/** The outcome of a request that did not simply succeed, and the one way on from there. */
export function ResultMessage({ tone, message, action, onPress }: ResultMessageProps) {
  return (
    <>
      <InlineMessage tone={tone}>{message}</InlineMessage>
      <div className="mt-4">
        <Button size="large" wide onPress={onPress}>
          {action}
        </Button>
      </div>
    </>
  )
}
