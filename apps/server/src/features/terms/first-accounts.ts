import type { ChannelId } from '@rueda/rules/deposits/channel.ts'
import type { HouseAccount } from '@rueda/rules/terms/terms.ts'

/** The brokerage's accounts at the simulated bank, until they are changed. */
const accounts: Readonly<Partial<Record<ChannelId, HouseAccount>>> = {
  'ARS-BANK': { bankName: 'Banco Rueda (SIM)', accountName: 'Rueda (SIM)', accountNo: '9990001800000000000017', alias: 'rueda.pesos.sim' },
  'USD-WIRE': { bankName: 'Rueda Bank (SIM)', accountName: 'Rueda (SIM)', accountNo: 'DE20999000010000000001', alias: null },
}

export const firstAccountOf = (channel: ChannelId): HouseAccount | null => accounts[channel] ?? null
