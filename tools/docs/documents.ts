import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints } from '@rueda/contract/contract.ts'
import { formatDecimal, formatScaled } from '@rueda/rules/decimal.ts'
import { type ChargeRule, usStockFees } from '@rueda/rules/fees/schedule.ts'
import { type Table, isFinal } from '@rueda/rules/machine.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { orderMachine } from '@rueda/rules/orders/order.ts'
import { codeOf, refusalNames } from '@rueda/rules/refusals.ts'
import { QUOTE_LIFE_MS, SETTLE_DELAY_MS, exchangeSpreads } from '@rueda/rules/transfers/exchange-terms.ts'
import { transferMachine } from '@rueda/rules/transfers/transfer.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { refusalText } from '@rueda/text/refusal-text.ts'
import { root } from '../root.ts'

/** Documents that are printed from the tables the code runs on, so that they cannot say anything else. */
export type Printed = Readonly<{ path: string; text: string }>

export const documents = (): readonly Printed[] => [
  { path: 'docs/state-machines.md', text: stateMachines() },
  { path: 'docs/errors.md', text: errors() },
  { path: 'docs/fees.md', text: fees() },
]

const PRINTED = 'Printed by `npm run docs`; edit the tables in the code, not this page.'

function stateMachines(): string {
  const source = '`packages/rules/src/orders/order.ts`'
  return page('State machines', [
    'Each process is one table: the server refuses by it and the screens draw their buttons from it.',
    `## Orders (${source})`,
    machineTable(orderMachine),
    '## Transfers between wallets (`packages/rules/src/transfers/transfer.ts`)',
    machineTable(transferMachine),
  ])
}

function machineTable(table: Table): string {
  const actions = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))]
  const rows = Object.entries(table).map(([status, row]) => [
    isFinal(table, status) ? `**${status}**` : status,
    ...actions.map((action) => row[action] ?? '–'),
  ])
  return `${markdownTable(['from', ...actions], rows)}\n\nBold: final, nothing leads out of it. "–": refused.`
}

function errors(): string {
  const english = JSON.parse(readFileSync(join(root, 'packages/text/en/refusals.json'), 'utf8')) as Record<string, string>
  const rows = refusalNames.map((name) => {
    const places = allEndpoints()
      .filter(({ refusals }) => refusals.includes(name))
      .map(({ path }) => `\`${path}\``)
    return [String(codeOf(name)), `\`${name}\``, refusalText(english, name), places.join(' ')]
  })
  const intro =
    'Every refusal of the API: the code in the envelope, its name, its English text, and the calls that name it. Bad input (1000, 1001), rate limits (1003), ' +
    'dead sessions (401, 403) and internal errors (9000) can come from any call. Business refusals answer HTTP 200.'
  return page('Refusals', [intro, markdownTable(['code', 'name', 'text', 'calls'], rows)])
}

function fees(): string {
  const digits = minorDigits[usStockFees.currency]
  const amount = (minor: bigint | null): string => (minor === null ? '–' : formatDecimal(minor, digits))
  const rows = usStockFees.rules.map((rule) => [
    rule.kind,
    rule.goesTo,
    rule.sides.join(', '),
    rateOf(rule),
    amount(rule.minimum),
    amount(rule.maximum),
    rule.rounding,
    rule.validFrom,
  ])
  const intro =
    'Every fee and tax there is, with the date it holds from. Charges are worked out over a whole order, so a minimum is charged once. No fee exists outside this table.'
  return page('Fees', [
    intro,
    `## US stocks (${usStockFees.currency})`,
    markdownTable(['charge', 'goes to', 'sides', 'rate', 'at least', 'at most', 'rounding', 'from'], rows),
    '## Exchanging money between wallets',
    EXCHANGE_INTRO,
    markdownTable(['currency', 'from the mid'], exchangeRows()),
  ])
}

const EXCHANGE_INTRO =
  `An exchange costs its distance from the middle of the market, the dearer of its two currencies; what arrives is rounded down. A quote holds ` +
  `for ${QUOTE_LIFE_MS / SECOND_MS} seconds, the exchange settles ${SETTLE_DELAY_MS / SECOND_MS} seconds after it is accepted. Transfers within a currency are free.`

const exchangeRows = (): readonly (readonly string[])[] =>
  Object.entries(exchangeSpreads).map(([currency, spread]) => [currency, `${Number(formatDecimal(spread, PERCENT_DECIMALS))} %`])

const PERCENT_DECIMALS = 6
const rateOf = ({ base, rate }: ChargeRule): string =>
  base === 'notional' ? `${Number(formatDecimal(rate, PERCENT_DECIMALS))} %` : `${formatScaled(rate)} per share`

const page = (title: string, parts: readonly string[]): string => `${[`# ${title}`, PRINTED, ...parts].join('\n\n')}\n`

const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
