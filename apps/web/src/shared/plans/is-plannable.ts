import type { QuoteDetail } from '../quotes/instrument.ts'

/** True for what is held in parts, which is what plans buy: shares of the United States, and certificates in Buenos Aires. */
export const isPlannable = ({ market, certificate }: Pick<QuoteDetail, 'market' | 'certificate'>): boolean =>
  market === 'US' || (market === 'AR' && certificate !== null)
