import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { FileDown } from 'lucide-react'
import { useSaveFile } from '../../shared/lists/use-save-file.ts'
import { useSession } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { receiptFile, receiptName } from '../../shared/trust/evidence.ts'
import type { KeptReceipt } from '../../shared/trust/kept.ts'
import { takenOf } from '../../shared/trust/taken.ts'
import { useKept } from '../../shared/trust/use-kept.ts'

const SHOWN = 5

/** The newest of the receipts that this device keeps and has found to hold, none of the same words twice, each to be saved as a file. */
export function Receipts() {
  const t = useText('trust')
  const accountId = useSession(({ user }) => user?.id ?? '')
  const { log, receipts } = useKept()
  const newest = receipts
    .filter((each) => each.accountId === accountId)
    .toSorted((one, other) => Number(isOfOrder(other)) - Number(isOfOrder(one)) || other.receipt.at - one.receipt.at)
    .filter(isFirstOfItsWords)
    .toSorted((one, other) => other.receipt.at - one.receipt.at)
    .slice(0, SHOWN)
  const isAwaited = takenOf(accountId).length > 0
  return (
    <Card rows={newest.length > 0} title={t('receipts')}>
      <p className="pb-2 text-label font-normal text-text2">
        {newest.length > 0 ? t('receipts.text') : `${t('receipts.text')} ${t(isAwaited ? 'receipts.soon' : 'receipts.none')}`}
      </p>
      {newest.map((each) => (
        <Row key={each.receipt.batch.signature + String(each.receipt.batch.index)} kept={each} keys={log?.receiptKeys ?? []} />
      ))}
    </Card>
  )
}

/** An order and what it moved at once would be rows of the same words: the order's own receipt stands for them. */
const isOfOrder = ({ orderId }: KeptReceipt): boolean => orderId !== undefined
const wordsOf = ({ receipt: { at, sequence } }: KeptReceipt): string => `${formatDateTime(at)} ${sequence}`
const isFirstOfItsWords = (each: KeptReceipt, place: number, all: readonly KeptReceipt[]): boolean =>
  all.findIndex((other) => wordsOf(other) === wordsOf(each)) === place

function Row({ kept, keys }: Readonly<{ kept: KeptReceipt; keys: readonly string[] }>) {
  const t = useText('trust')
  const { language } = useUi()
  const saveFile = useSaveFile()
  const { receipt, size } = kept
  const at = formatDateTime(receipt.at)
  const sequence = formatQuantity(language, String(receipt.sequence))
  const save = () => saveFile(receiptName(kept), 'application/json', receiptFile(kept, keys))
  return (
    <ListRow
      label={at}
      detail={t(size === null ? 'receipts.waiting' : 'receipts.logged', { sequence })}
      trailing={<IconButton icon={FileDown} label={t('receipts.save', { at })} onPress={save} />}
    />
  )
}
