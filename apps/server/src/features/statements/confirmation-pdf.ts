import type { Confirmation, OrderConfirmations } from '@rueda/contract/statements.ts'
import { formatDate, formatDeadline } from '@rueda/text/dates.ts'
import { formatMoney, formatPrice, formatQuantity } from '@rueda/text/numbers.ts'
import { type StatementFile, documentOf } from './files.ts'
import type { PaperProof } from '@rueda/proof/paper.ts'
import { drawHead, drawNote, drawProof, paper } from './pdf-document.ts'
import { type Sheet, drawTable, drawTitle } from './pdf-table.ts'
import type { Words } from './words.ts'

/** What was executed of an order on paper, in the reader's language: a page for each trade date. */
export async function confirmationPdf(of: OrderConfirmations, proof: PaperProof | null, words: Words): Promise<StatementFile> {
  const draw = (sheet: Sheet): void => {
    for (const [index, confirmation] of of.confirmations.entries()) {
      if (index > 0) sheet.addPage()
      drawConfirmation(sheet, of, confirmation, words)
      drawProof(sheet, proof, words)
    }
  }
  const bytes = await paper({ title: `Rueda ${numberOf(of)}`, venue: of.venue, draw }, words)
  return documentOf(`${numberOf(of)}.pdf`, 'application/pdf', bytes)
}

export const confirmationJson = (of: OrderConfirmations): StatementFile =>
  documentOf(`${numberOf(of)}.json`, 'application/json', Buffer.from(`${JSON.stringify(of, null, 2)}\n`))

export const numberOf = ({ confirmations, userNo }: OrderConfirmations): string => confirmations[0]?.orderNo ?? userNo

function drawConfirmation(sheet: Sheet, of: OrderConfirmations, confirmation: Confirmation, words: Words): void {
  const { say, language } = words
  const { instrument, userNo, decimals, currency } = of
  const money = (amount: string): string => formatMoney(language, amount, currency)
  const price = (value: string): string => formatPrice(language, value, decimals)
  drawHead(sheet, words, `${say('confirmation.title')} ${confirmation.orderNo}`, [
    `${say('account')}: ${userNo}`,
    `${say('confirmation.instrument')}: ${words.instrument(instrument)} (${instrument.code}, ${instrument.market})`,
    `${say('confirmation.side')}: ${say(confirmation.direction === 0 ? 'confirmation.bought' : 'confirmation.sold')}`,
    `${say('confirmation.tradeDate')}: ${formatDate(confirmation.tradeDate)}`,
    `${say('confirmation.settlementDate')}: ${formatDate(confirmation.settlementDate)}`,
    `${say('confirmation.venue')}: ${of.venue}`,
  ])
  drawTitle(sheet, say('confirmation.executions'))
  drawTable(
    sheet,
    [
      { title: say('column.date'), share: 4, text: ({ tradeTimestamp }) => formatDeadline(tradeTimestamp, instrument.zone) },
      { title: say('confirmation.sequence'), share: 3, text: ({ sequence }) => String(sequence) },
      { title: say('confirmation.quantity'), share: 3, right: true, text: ({ quantity }) => formatQuantity(language, quantity) },
      { title: say('confirmation.price'), share: 3, right: true, text: (execution) => price(execution.price) },
      { title: say('column.amount'), share: 3, right: true, text: ({ amount }) => money(amount) },
    ],
    confirmation.executions,
  )
  drawTitle(sheet, say(sumTitles[confirmation.direction === 0 ? 'buy' : 'sell']))
  drawTable(
    sheet,
    [
      // Quantity, price and money stand under one another: no head is that of all.
      { title: '', share: 3, text: ({ label }) => label },
      { title: '', share: 2, right: true, text: ({ value }) => value },
    ],
    sumsOf(of, confirmation, words),
  )
  drawTitle(sheet, say('confirmation.chain'))
  drawNote(sheet, `${say('confirmation.entry')}: ${of.head.sequence}`)
  drawNote(sheet, of.head.hash)
  drawNote(sheet, `${say('confirmation.made')}: ${formatDeadline(of.madeTimestamp, instrument.zone)}`)
}

const sumTitles = { buy: 'confirmation.cost', sell: 'confirmation.proceeds' } as const

/** Quantity and average, the amount, each charge of its own, and what it comes to. */
function sumsOf(
  { currency, decimals }: OrderConfirmations,
  { quantity, average, amount, charges, total, realised, direction }: Confirmation,
  { say, fee, language }: Words,
): readonly Readonly<{ label: string; value: string }>[] {
  const money = (value: string): string => formatMoney(language, value, currency)
  return [
    { label: say('confirmation.quantity'), value: formatQuantity(language, quantity) },
    { label: say('confirmation.average'), value: formatPrice(language, average, decimals) },
    { label: say('column.amount'), value: money(amount) },
    ...charges.map((charge) => ({ label: fee(charge.kind), value: money(charge.amount) })),
    ...(total === null ? [] : [{ label: say(direction === 0 ? 'confirmation.paid' : 'confirmation.received'), value: money(total) }]),
    ...(realised === null ? [] : [{ label: say('confirmation.realised'), value: money(realised) }]),
  ]
}
