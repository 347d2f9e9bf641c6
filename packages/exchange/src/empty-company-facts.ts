import type { CompanyFacts } from './venue.ts'

/** Stands for the company of an instrument that has none: an index or a contract. */
export const EMPTY_COMPANY_FACTS: Omit<CompanyFacts, 'averageVolume30' | 'high52Weeks' | 'low52Weeks' | 'dailyVolatility'> = {
  profile: null,
  sector: '',
  industry: '',
  chiefExecutive: '',
  employees: 0,
  listedOn: null,
  sharesOutstanding: 0n,
  marketCapitalisation: 0n,
  earningsPerShare: null,
  bookValuePerShare: null,
  yearlyDividend: 0n,
  beta: 0n,
}
