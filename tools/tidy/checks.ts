import { citations, ruleFiles } from './citations.ts'
import { featureNames, fileNames, leftovers, namesOfBounds, oneHome, pureCode } from './code.ts'
import { oneArithmetic } from './engine.ts'
import type { TidyCheck } from './files.ts'
import { idsFromOnePlace } from './instrument-ids.ts'
import { marketsByFacts } from './markets.ts'
import { resultWriters } from './results.ts'
import { changesInOneTable, datesInOneWay, failuresInOneWay, fieldsInOneWay, formsInOneWay, lastShown, uiFolders } from './screens.ts'
import { commands, decisions, expandingMigrations, links, lockfile, migrations } from './project.ts'
import { languageFolders, refusalTexts, wholeTexts } from './texts.ts'

/** The few things a machine checks beyond types and lint. Everything else is taste, and taste is taught by example. */
export const tidyChecks: readonly TidyCheck[] = [
  pureCode,
  oneArithmetic,
  marketsByFacts,
  idsFromOnePlace,
  resultWriters,
  featureNames,
  oneHome,
  fileNames,
  namesOfBounds,
  uiFolders,
  lastShown,
  changesInOneTable,
  failuresInOneWay,
  formsInOneWay,
  fieldsInOneWay,
  datesInOneWay,
  leftovers,
  languageFolders,
  wholeTexts,
  refusalTexts,
  lockfile,
  commands,
  migrations,
  expandingMigrations,
  decisions,
  links,
  citations,
  ruleFiles,
]
