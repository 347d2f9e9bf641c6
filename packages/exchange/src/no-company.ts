import type { CompanyFacts } from './venue.ts'

/** What an instrument without a company behind it, an index or a contract, has to say of one. */
export const NO_COMPANY: Omit<CompanyFacts, 'averageVolume30' | 'high52Weeks' | 'low52Weeks' | 'dailyVolatility'> = {
  description: { es: '', en: '' },
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
