/** The invented names: first words of companies, people and towns. Chosen so that no famous company hides among them. */
const list = (text: string): readonly string[] => text.trim().split(/\s+/)

export const firstWords = list(`
  Alderwick Amberley Anvilton Ashgrove Aspendale Aurelis Auroral Avonlea Azurite Balsam Barleymoor Basalt Bayberry Beaconfell Beechmont
  Bellflower Birchwater Blackthorn Bluestem Bogwood Borealis Bracken Brambling Briarcliff Brightmere Brindle Brooksong Burrowell Buttercross
  Calderwood Calypte Camellia Candleford Caraway Cascadia Cedarholm Celandine Chalkhill Chestermoor Cinderford Citrine Clovermead Coldbrook
  Copperfold Corallia Cornelian Cottonmere Cragstone Cranfield Cresthollow Crimsonlake Curlew Cypressa Damsonly Dapplegrey Dawnridge Deepwell
  Delphine Dewberry Dovetail Driftmark Dunmore Dunlin Eaglemoor Eastwold Ebonwood Eiderdown Elderfern Elmswell Emberly Everglen Fairhollow
  Falconmere Farrowdale Fennimore Fernhollow Fieldfare Firthway Flintlock Foxglovia Frostmere Galeford Gannetry Garnetine Gildenhall Glasswort
  Glenmarrow Goldfinch Gorsefield Granitelle Greenlaw Greyfell Gullstone Halcyonis Harebell Harrowgate Haversham Hawkmoor Hazelmere Heathrise
  Hemlockton Heronsea Highmarsh Hollyoak Hornbeam Ironbark Islemere Ivorydale Jadewater Jasperton Junipera Kelpstone Kestrelle
  Kingcup Kittiwake Lakehurst Lapwing Larchmont Larkspire Laurelton Lavenderhill Leafhurst Lichenway Lilybank Lindenmoor
  Longacre Lunaria Maplethorpe Marigolde Marlstone Marshwood Meadowlark Merganser Millrace Moonwort Mosswater Mulberrow Nettlecombe
  Nightjar Northfold Oakhaven Ochrewood Olivane Opaline Orchardine Ospreyton Otterbourne Oxbow Palewater Partridgeway Pearlwort
  Pebblebrook Penstemon Peregrin Periwinkle Petrelle Pinewarden Plovermoor Poplarway Primrosa Quailridge Quarrystone Quillwort Quincewood
  Ravenmoor Redstartle Reedmace Ridgemont Rivermark Rookwood Rosehip Rowanberry Rushford Russetine Saffronhill Sagebrush Saltmarsh Sandpiper
  Sapphira Sedgewick Sheldrake Shingleton Silverbirch Skylarke Slatehaven Snowberry Sorrelton Sparrowhill Speedwell Spindlewood Starling
  Stonecrop Stormpetrel Sunderfell Swallowtail Sycamora Tamarisk Tansymoor Tealwater Teaselton Thistledown Thornbury Thrushmere
  Timberlane Topazine Turnstone Umberfield Underhill Valerian Veldstone Verbena Vermilia Violane Wagtailor Waxwing Weldstone Westerfold
  Wheatear Whinchat Whitebeam Whortle Wildervale Willowmere Windover Winterbourne Woodruffe Wrenfield Yarrowby Yellowhammer Yewtree Zephyrine
`)

export const givenNames = list(`
  Adela Bruno Camila Darío Elena Fabián Greta Hugo Irene Joaquín Karen Leandro Marta Néstor Olivia Pablo Renata Simón Teresa Ulises Valeria
  Walter Ximena Yago Zoe Anders Bridget Conrad Daphne Edmund Fiona Gareth Harriet Ingrid Jonas Kirsten Lionel Miriam Nadia Oscar
`)

export const familyNames = list(`
  Aldana Barreto Cárcamo Delmonte Echeverry Fontán Galdós Hinojosa Ibarrola Juárez Krause Lezcano Montero Novak Oyarzún Pizarro Quesada
  Robledo Salvatierra Tavares Urrutia Villalba Weller Yáñez Zubiría Ashdown Brenner Carlisle Dunne Ellery Farrow Grantham Holloway Ives
  Jessop Kingsley Lowell Marchetti Norling Okafor
`)

export const towns = list(`
  Port-Ellery Fairmoor Lindenvale Saltbridge Northwick Cedar-Point Ashmoor Glenfall Harbor-Cross Millstone Brightwater Oakridge-Falls Eastmere
  Stonehollow Willow-Bend
`).map((town) => town.replace('-', ' '))

/** Tickers of real, well-known listings that an invented one must not take. */
export const famousTickers: ReadonlySet<string> = new Set(
  list(`
    AAPL ABBV ABNB ADBE AMAT AMGN AMZN ARKK ASML AVGO BABA BIDU BKNG BRKB BYND CHWY CMCSA COIN COST CRSP CRWD CSCO CSX CTSH CVNA DASH DDOG DKNG
    DLTR DOCU DXCM EBAY ENPH ETSY EXPE FAST FDX FTNT GILD GME GOOG GOOGL GRMN HBAN HOOD HSBC IBKR IBM IDXX ILMN INTC INTU ISRG JPM KLAC KHC LCID
    LRCX LULU LYFT MARA MDLZ MDB META MELI MNST MRNA MRVL MSFT MSTR MTCH NFLX NVDA NTES NXPI OKTA ORCL ORLY PANW PAYX PCAR PINS PLTR PLUG PTON
    PYPL QCOM QQQ RBLX REGN RIVN RKLB ROKU ROST SBUX SCHW SHOP SIRI SMCI SNAP SNOW SOFI SPCE SPOT SQQQ SWKS TEAM TLRY TMUS TQQQ TSLA TTD TTWO TWLO
    TXN UBER UPST VRSK VRSN VRTX WBA WBD WDAY WMT WYNN XEL XLNX ZION ZM ZS ADSK ALGN ANSS BIIB CDNS CDW CPRT CTAS FANG FISV FSLR JBHT LNTH MCHP
    NDSN NTAP NTRS ODFL POOL PTC SBAC SNPS SSNC STX TECH TER TRMB TROW TSCO ULTA WDC ZBRA BMRN BNTX CHKP CHTR DBX DLO DUOL EXC GDDY GEHC GFS JBLU
    MTTR NTLA OPEN PCTY PENN PDD RGEN SEDG SGEN SPLK SWAV TCOM TXG UAL VTRS WIX WKHS XRAY ZG ZLAB BRBR SLVR GRLN FRSH GNRC HLNE KRNT PLYM SFTW
    STRL WLDN ASTR BLDR CLDX CRDO DRVN FRHC GTLB HLMN INTA KTOS LMND MGNI NTNX OLED PRVA RVMD SMTC TMDX UPWK VRNS WRBY ARRY BLNK CHPT EVGO FSLY RDDT SNDR SHEN ARDT ARQT LNTH BLBD MRTN CRVL HLIT
  `),
)
