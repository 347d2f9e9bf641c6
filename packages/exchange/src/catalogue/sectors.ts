/**
 * The eleven sectors of the simulated companies and their industries: what a company there is called. What they are called and do in words
 * stands in the texts of every language, under their ids. All of it is invented; nothing here is a real company.
 */
export type Industry = Readonly<{
  id: string
  /** Second words of company names. */
  suffixes: readonly string[]
}>
export type Sector = Readonly<{
  id: string
  /** As it stands in the published rules of agencies, whose hash it is part of (`docs/rules/mandates.md`). */
  name: string
  share: number
  industries: readonly Industry[]
}>

const industry = (id: string, suffixes: string): Industry => ({ id, suffixes: suffixes.split(' ') })

/** `share` is out of the 300 companies. */
export const sectors: readonly Sector[] = [
  {
    id: 'technology',
    name: 'Technology',
    share: 51,
    industries: [
      industry('semiconductors', 'Devices Silicon Photonics'),
      industry('software', 'Software Logic Cloud'),
      industry('hardware', 'Instruments Optics Robotics'),
      industry('information-services', 'Analytics Datawork Systems'),
    ],
  },
  {
    id: 'health-care',
    name: 'Health Care',
    share: 39,
    industries: [
      industry('biotechnology', 'Therapeutics Biologics Genomics'),
      industry('medical-devices', 'Medical Surgical Diagnostics'),
      industry('health-services', 'Health Care Clinics'),
    ],
  },
  {
    id: 'financials',
    name: 'Financials',
    share: 36,
    industries: [
      industry('regional-banks', 'Bancorp Savings Trust'),
      industry('insurance', 'Assurance Mutual Indemnity'),
      industry('asset-management', 'Capital Partners Holdings'),
    ],
  },
  {
    id: 'consumer-discretionary',
    name: 'Consumer Discretionary',
    share: 36,
    industries: [
      industry('apparel', 'Textiles Footwear Outfitters'),
      industry('leisure', 'Resorts Cruises Pastimes'),
      industry('home-and-retail', 'Furnishings Stores Homewares'),
      industry('vehicles', 'Motors Cycles Mobility'),
    ],
  },
  {
    id: 'consumer-staples',
    name: 'Consumer Staples',
    share: 24,
    industries: [
      industry('food', 'Foods Provisions Bakeries'),
      industry('beverages', 'Springs Brewing Beverages'),
      industry('household-products', 'Naturals Soapworks Essentials'),
    ],
  },
  {
    id: 'industrials',
    name: 'Industrials',
    share: 36,
    industries: [
      industry('machinery', 'Machines Engineering Foundry'),
      industry('transport', 'Harbor Freight Rail'),
      industry('aerospace', 'Aerospace Avionics Airworks'),
      industry('construction', 'Builders Contracting Structures'),
    ],
  },
  {
    id: 'energy',
    name: 'Energy',
    share: 18,
    industries: [industry('exploration', 'Petroleum Drilling Resources'), industry('renewables', 'Solar Windworks Renewables')],
  },
  {
    id: 'materials',
    name: 'Materials',
    share: 18,
    industries: [industry('chemicals', 'Chemicals Polymers Coatings'), industry('mining-and-timber', 'Minerals Timber Quarries')],
  },
  {
    id: 'utilities',
    name: 'Utilities',
    share: 12,
    industries: [industry('electricity', 'Power Electric Grid'), industry('water', 'Waterworks Utilities Aqueducts')],
  },
  {
    id: 'real-estate',
    name: 'Real Estate',
    share: 15,
    industries: [industry('property-trusts', 'Properties Realty Estates'), industry('housing', 'Residences Homes Dwellings')],
  },
  {
    id: 'communication',
    name: 'Communication',
    share: 15,
    industries: [industry('telecommunications', 'Telecom Networks Signal'), industry('media', 'Studios Press Playhouse')],
  },
]
