import type { TaxStatus, accounts } from '@rueda/contract/accounts.ts'
import { type TaxDeclaration, checkDeclaration } from '@rueda/rules/corporate/tax-declaration.ts'
import { withholdingRate } from '@rueda/rules/corporate/dividend.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { countries } from '../reference/countries.ts'

/** Customers' tax residences, as they declare them; past declarations are kept. */
type Declaring = Pick<App, 'pool' | 'ids' | 'clock'>

export const readTaxStatus = async ({ pool }: Pick<App, 'pool'>, accountId: string): Promise<TaxStatus> =>
  presentStatus(await declarationsOf(pool, accountId))

export async function declareTax(
  { pool, ids, clock }: Declaring,
  { input, caller: { accountId } }: HandlerRequest<typeof accounts.declareTax>,
): Promise<Result<TaxStatus>> {
  const { countryCode } = input
  const declared = { countryCode, claimsTreaty: input.claimsTreaty === 1 }
  if (!countries.some(([code]) => code === countryCode)) return refuse('parameter.invalid', { field: 'countryCode' })
  const wrong = checkDeclaration(declared)
  if (wrong !== null) return wrong
  return inTransaction(pool, async (client) => {
    await client.query('select from accounts where account_id = $1 for update', [accountId])
    const [newest] = await declarationsOf(client, accountId)
    // Repeated, it is still the same declaration.
    const isNew = newest?.countryCode !== declared.countryCode || newest.claimsTreaty !== declared.claimsTreaty
    if (isNew) await client.query(INSERT, [accountId, ids.next(), declared.countryCode, declared.claimsTreaty, clock.now()])
    return ok(presentStatus(await declarationsOf(client, accountId)))
  })
}

const INSERT =
  'insert into tax_declarations (account_id, declaration_id, country_code, claims_treaty, declared_at) values ($1, $2, $3, $4, $5)'

type DeclarationRecord = Readonly<{ country_code: string; claims_treaty: boolean; declared_at: bigint }>

/** Newest first. */
async function declarationsOf(reader: Reader, accountId: string): Promise<readonly TaxDeclaration[]> {
  const { rows } = await reader.query<DeclarationRecord>(
    'select country_code, claims_treaty, declared_at from tax_declarations where account_id = $1 order by declared_at desc, declaration_id desc',
    [accountId],
  )
  return rows.map((row) => ({ countryCode: row.country_code, claimsTreaty: row.claims_treaty, declaredAt: Number(row.declared_at) }))
}

function presentStatus(declarations: readonly TaxDeclaration[]): TaxStatus {
  const history = declarations.map(presentDeclaration)
  const claims = declarations[0]?.claimsTreaty ?? false
  return {
    current: history[0] ?? null,
    history,
    withholding: marketNames.flatMap((market) => {
      const withholding = marketTermsOf(market)?.withholding ?? null
      if (withholding === null) return []
      const { usual, treaty } = withholding
      return [{ market, usual: percent(usual), treaty: percent(treaty), applied: percent(withholdingRate(market, claims)) }]
    }),
  }
}

const presentDeclaration = ({ countryCode, claimsTreaty, declaredAt }: TaxDeclaration): TaxStatus['history'][number] => ({
  countryCode,
  claimsTreaty: claimsTreaty ? 1 : 0,
  declareTimestamp: declaredAt,
})

const HUNDRED = 100n
const percent = (share: bigint): string => formatScaled(share * HUNDRED)
