import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { ReadMessage } from './ReadMessage.tsx'

/** Route `pages/notice/detail`: one message, read by being opened. */
export function MessageDetail() {
  const titles = useText('titles')
  const { id = '' } = useQueryOfPage()
  return (
    <Screen title={titles('message')}>
      <ReadMessage id={id} />
    </Screen>
  )
}
