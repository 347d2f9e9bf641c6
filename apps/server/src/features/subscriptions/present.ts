import { sectors } from '@rueda/exchange/catalogue/sectors.ts'
import { newCompany } from '@rueda/exchange/catalogue/new-companies.ts'
import { type Language, codeOfIpo } from '@rueda/contract/codes.ts'
import type { IpoFairness, IpoItem, IpoOrder } from '@rueda/contract/subscriptions.ts'
import { SCALE, divide, formatScaled } from '@rueda/rules/decimal.ts'
import { drawShares } from '@rueda/rules/subscriptions/draw.ts'
import { SUBSCRIPTION_CURRENCY, TRANCHE_SHARES } from '@rueda/rules/subscriptions/offering.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { industryName, profileWords, sectorName } from '../../venue/profile-words.ts'
import { publicLotsAt, raisedBy, statusAt } from './offering.ts'
import { listsAtOf } from './listing-time.ts'
import { flagOf, money, priceText, shownOf } from './shown.ts'
import type { Ipo, Placed, Result } from './store.ts'
import { VERIFY_CODE } from './verify-code.ts'

/** The only place where an offering, an application and a draw become JSON. */
const RATIO_DECIMALS = 2
const lotsOf = (count: number): string => String(count)

export function presentIpo(ipo: Ipo, now: Instant, language: Language): IpoItem {
  const company = newCompany(ipo.number)
  const status = statusAt(ipo, now)
  const publicLots = publicLotsAt(ipo, company, now)
  const issueLots = BigInt(company.offeredShares) / (ipo.lotSize / SCALE)
  const asked = BigInt(ipo.askedLots + publicLots)
  const { earningsYield } = company.company
  return {
    id: ipo.id,
    name: company.name,
    stockCode: company.code,
    exchangeCode: company.exchange,
    market: company.company.instrument.market,
    price: priceText(ipo.price),
    currency: SUBSCRIPTION_CURRENCY,
    lotSize: formatScaled(ipo.lotSize),
    minCount: formatScaled(ipo.lotSize),
    maxCountPerUser: formatScaled(BigInt(ipo.maxLots) * ipo.lotSize),
    totalQuantity: String(company.offeredShares),
    userQuota: formatScaled(TRANCHE_SHARES),
    purchaseStartDate: ipo.opensAt,
    purchaseEndDate: ipo.closesAt,
    drawDate: ipo.drawsAt,
    listDate: listsAtOf(ipo),
    prospectusDate: ipo.announcedAt,
    fundRaised: money(raisedBy(ipo, company)),
    industry: industryName(company.industry, language),
    sector: sectorName(sectors[company.sector]?.id ?? '', language),
    description: profileWords(company.profile, language),
    underwriter: company.underwriter,
    chiefExecutive: company.company.chiefExecutive,
    employees: company.company.employees,
    sharesOutstanding: String(company.company.sharesOutstanding),
    pe: earningsYield <= 0 ? null : (1 / earningsYield).toFixed(1),
    oversubscription: status === 'announced' ? null : formatScaled(divide(asked * SCALE, issueLots, 'HALF_UP'), RATIO_DECIMALS),
    customerLots: lotsOf(ipo.askedLots),
    publicLots: lotsOf(publicLots),
    status: codeOfIpo[status],
    commitHash: ipo.commitment,
    seedReveal: ipo.secret,
    simulated: 1,
  }
}

export function presentOrder({ subscription, key }: Placed, ipo: Ipo, now: Instant): IpoOrder {
  const { amount, status } = subscription
  const { name, code } = newCompany(ipo.number)
  return {
    ...shownOf(subscription),
    ...{ ipoId: ipo.id, name, stockCode: code },
    totalAmount: money(amount),
    delivered: flagOf(status === 'delivered'),
    cancellable: flagOf(status === 'waiting' && statusAt(ipo, now) === 'open'),
    listDate: listsAtOf(ipo),
    purchaseEndDate: ipo.closesAt,
    drawDate: ipo.drawsAt,
    drawKey: key,
  }
}

export function presentFairness(ipo: Ipo, results: readonly Result[], now: Instant): IpoFairness {
  const company = newCompany(ipo.number)
  const list = results.map(({ number, lots }) => ({ number, lots })).toSorted((a, b) => (a.number < b.number ? -1 : 1))
  const { secret, entropy } = ipo
  const isDrawn = secret !== null && entropy !== null
  const seed = isDrawn ? drawShares({ applications: list, quota: ipo.quota, secret, entropy }).seed : null
  return {
    ...{ id: ipo.id, name: company.name, stockCode: company.code, status: codeOfIpo[statusAt(ipo, now)] },
    ...{ commitHash: ipo.commitment, commitTimestamp: ipo.announcedAt, purchaseEndDate: ipo.closesAt, drawDate: ipo.drawsAt },
    ...{ quota: ipo.quota, lotSize: formatScaled(ipo.lotSize), listHash: ipo.listHash, list },
    entropySource: ipo.beaconUrl === null ? 'offering' : 'beacon',
    ...{ beaconUrl: ipo.beaconUrl, beaconRound: ipo.beaconRound },
    ...{ E: entropy, S: secret, seed },
    keys: results.flatMap(({ number, key, rank }) => (key === null || rank === null ? [] : [{ number, key, rank }])),
    allotments: results.flatMap(({ number, allotted }) => (allotted === null ? [] : [{ number, lots: allotted }])),
    verifyCode: VERIFY_CODE,
  }
}
