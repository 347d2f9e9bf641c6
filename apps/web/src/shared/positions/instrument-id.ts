import type { Position } from '@rueda/contract/positions.ts'

/** "US:ARDV", as the push channels name it. */
export const instrumentIdOf = ({ market, stockCode }: Pick<Position, 'market' | 'stockCode'>): string => `${market}:${stockCode}`
