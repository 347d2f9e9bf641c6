/**
 * The eleven sectors of the simulated companies and their industries: what a company there is called, and what it
 * does in words that fill its profile. All of it is invented; nothing here is a real company.
 */
export type Industry = Readonly<{
  name: string
  /** Second words of company names. */
  suffixes: readonly string[]
  /** Follows "The company" / "La empresa". */
  activity: Readonly<{ en: string; es: string }>
}>
export type Sector = Readonly<{ name: string; share: number; industries: readonly Industry[] }>

const industry = (name: string, suffixes: string, en: string, es: string): Industry => ({
  name,
  suffixes: suffixes.split(' '),
  activity: { en, es },
})

/** `share` is out of the 300 companies. */
export const sectors: readonly Sector[] = [
  {
    name: 'Technology',
    share: 51,
    industries: [
      industry(
        'Semiconductors',
        'Devices Silicon Photonics',
        'designs chips for sensors, cars and data centres',
        'diseña chips para sensores, autos y centros de datos',
      ),
      industry(
        'Software',
        'Software Logic Cloud',
        'writes planning and accounting software for mid-sized firms',
        'desarrolla software de planificación y contabilidad para empresas medianas',
      ),
      industry(
        'Hardware',
        'Instruments Optics Robotics',
        'builds measuring instruments and robots for laboratories',
        'fabrica instrumentos de medición y robots para laboratorios',
      ),
      industry(
        'Information Services',
        'Analytics Datawork Systems',
        'runs data platforms for transport and public services',
        'opera plataformas de datos para el transporte y los servicios públicos',
      ),
    ],
  },
  {
    name: 'Health Care',
    share: 39,
    industries: [
      industry(
        'Biotechnology',
        'Therapeutics Biologics Genomics',
        'develops treatments for rare diseases of the blood',
        'desarrolla tratamientos para enfermedades poco frecuentes de la sangre',
      ),
      industry(
        'Medical Devices',
        'Medical Surgical Diagnostics',
        'makes imaging and monitoring devices for hospitals',
        'fabrica equipos de imágenes y monitoreo para hospitales',
      ),
      industry(
        'Health Services',
        'Health Care Clinics',
        'runs outpatient clinics and home care',
        'gestiona clínicas ambulatorias y cuidados a domicilio',
      ),
    ],
  },
  {
    name: 'Financials',
    share: 36,
    industries: [
      industry(
        'Regional Banks',
        'Bancorp Savings Trust',
        'takes deposits and lends to families and small firms',
        'capta depósitos y presta a familias y pequeñas empresas',
      ),
      industry('Insurance', 'Assurance Mutual Indemnity', 'insures homes, harvests and ships', 'asegura viviendas, cosechas y barcos'),
      industry(
        'Asset Management',
        'Capital Partners Holdings',
        'manages pension and endowment portfolios',
        'administra carteras de jubilación y de fundaciones',
      ),
    ],
  },
  {
    name: 'Consumer Discretionary',
    share: 36,
    industries: [
      industry(
        'Apparel',
        'Textiles Footwear Outfitters',
        'makes and sells outdoor clothing and shoes',
        'fabrica y vende ropa y calzado para el aire libre',
      ),
      industry(
        'Leisure',
        'Resorts Cruises Pastimes',
        'runs hotels, boats and amusement parks',
        'opera hoteles, barcos y parques de diversiones',
      ),
      industry(
        'Home and Retail',
        'Furnishings Stores Homewares',
        'sells furniture and household goods in its own shops',
        'vende muebles y artículos del hogar en locales propios',
      ),
      industry(
        'Vehicles',
        'Motors Cycles Mobility',
        'builds electric bicycles and light vans',
        'construye bicicletas eléctricas y furgonetas livianas',
      ),
    ],
  },
  {
    name: 'Consumer Staples',
    share: 24,
    industries: [
      industry(
        'Food',
        'Foods Provisions Bakeries',
        'prepares bread, preserves and frozen meals',
        'elabora panificados, conservas y comidas congeladas',
      ),
      industry(
        'Beverages',
        'Springs Brewing Beverages',
        'bottles mineral water, juices and beer',
        'embotella agua mineral, jugos y cerveza',
      ),
      industry(
        'Household Products',
        'Naturals Soapworks Essentials',
        'makes soaps, cleaning goods and paper',
        'fabrica jabones, productos de limpieza y papel',
      ),
    ],
  },
  {
    name: 'Industrials',
    share: 36,
    industries: [
      industry(
        'Machinery',
        'Machines Engineering Foundry',
        'builds pumps, presses and packaging machines',
        'construye bombas, prensas y máquinas de empaque',
      ),
      industry(
        'Transport',
        'Harbor Freight Rail',
        'moves containers by rail and through its own ports',
        'mueve contenedores por tren y en puertos propios',
      ),
      industry(
        'Aerospace',
        'Aerospace Avionics Airworks',
        'makes cabin systems and parts for small aircraft',
        'fabrica sistemas de cabina y piezas para aviones pequeños',
      ),
      industry(
        'Construction',
        'Builders Contracting Structures',
        'builds bridges, schools and water works',
        'construye puentes, escuelas y obras hidráulicas',
      ),
    ],
  },
  {
    name: 'Energy',
    share: 18,
    industries: [
      industry(
        'Exploration',
        'Petroleum Drilling Resources',
        'produces natural gas and light oil',
        'produce gas natural y petróleo liviano',
      ),
      industry('Renewables', 'Solar Windworks Renewables', 'develops wind and solar parks', 'desarrolla parques eólicos y solares'),
    ],
  },
  {
    name: 'Materials',
    share: 18,
    industries: [
      industry(
        'Chemicals',
        'Chemicals Polymers Coatings',
        'makes coatings, resins and fertilisers',
        'fabrica recubrimientos, resinas y fertilizantes',
      ),
      industry(
        'Mining and Timber',
        'Minerals Timber Quarries',
        'mines copper and lithium and grows timber',
        'extrae cobre y litio y cultiva madera',
      ),
    ],
  },
  {
    name: 'Utilities',
    share: 12,
    industries: [
      industry('Electricity', 'Power Electric Grid', 'generates and distributes electricity', 'genera y distribuye electricidad'),
      industry(
        'Water',
        'Waterworks Utilities Aqueducts',
        'supplies drinking water to mid-sized cities',
        'abastece de agua potable a ciudades medianas',
      ),
    ],
  },
  {
    name: 'Real Estate',
    share: 15,
    industries: [
      industry(
        'Property Trusts',
        'Properties Realty Estates',
        'owns and lets warehouses and offices',
        'posee y alquila depósitos y oficinas',
      ),
      industry('Housing', 'Residences Homes Dwellings', 'builds and lets family homes', 'construye y alquila viviendas familiares'),
    ],
  },
  {
    name: 'Communication',
    share: 15,
    industries: [
      industry(
        'Telecommunications',
        'Telecom Networks Signal',
        'runs fibre and mobile networks',
        'opera redes de fibra y de telefonía móvil',
      ),
      industry('Media', 'Studios Press Playhouse', 'publishes games, films and local news', 'publica juegos, películas y noticias locales'),
    ],
  },
]
