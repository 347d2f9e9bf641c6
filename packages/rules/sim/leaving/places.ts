import type { CardDetails } from '../../src/cards/card.ts'
import type { ModelCard, Place } from '../model/standing.ts'

/** Destinations of withdrawals: addresses and an account that are valid, and some that cannot exist. */
export const OWNER = 'Juan Pérez'
const names: Readonly<Record<Place['name'], string>> = { same: OWNER, similar: 'Ivan Perez', different: 'Maria Lopez' }

const address = (rail: 'TRC20' | 'BTC', number: string, isRight = true): Place => ({ rail, number, name: 'same', isRight })
const account = (number: string, name: Place['name'], isRight = true): Place => ({ rail: 'ARS_BANK', number, name, isRight })

export const FIRST_PLACE = address('TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')

export const places: readonly Place[] = [
  FIRST_PLACE,
  address('TRC20', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'),
  address('TRC20', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL'),
  address('TRC20', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'),
  address('BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'),
  address('BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'),
  address('BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', false),
  account('2850590940090418135201', 'same'),
  account('0000003110001234567898', 'similar'),
  account('mi.alias', 'same'),
  account('mi.alias', 'different'),
  account('2850590940090418135202', 'same', false),
]

export const typeOf = ({ rail }: Place): ModelCard['type'] => (rail === 'ARS_BANK' ? 'bank' : 'vm')

export const detailsOf = ({ rail, number, name }: Place): CardDetails =>
  rail === 'ARS_BANK'
    ? { type: 'bank', countryCode: 'AR', number, accountName: names[name], bankName: 'Banco', currency: 'ARS', swift: null }
    : { type: 'vm', network: rail, address: number, label: null }
