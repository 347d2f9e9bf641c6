import { type TidyCheck, filesUnder, isCode, isTest, linesWith, read, withoutComments } from './files.ts'

const UI = 'packages/ui/src'

export const uiFolders: TidyCheck = {
  name: 'a component lies with its kind',
  find: (root) =>
    filesUnder(root, UI)
      .filter((path) => !path.slice(UI.length + 1).includes('/'))
      .map((path) => `${path} lies beside the folders of ui. Put it into the one of its kind.`),
}

const SCREENS = [UI, 'apps/web/src', 'apps/console/src']
const HOME_OF_LAST_SHOWN = `${UI}/sheets/use-last-shown.ts`
/** The last value that was there, kept in a state of its own while there is none. */
const KEPT_LAST = /if \((\w+) !== null && \1 !== \w+\)/u

export const lastShown: TidyCheck = {
  name: 'what a closing sheet still shows is kept in one way',
  find: (root) =>
    SCREENS.flatMap((folder) => filesUnder(root, folder))
      .filter((path) => isCode(path) && !isTest(path) && path !== HOME_OF_LAST_SHOWN)
      .flatMap((path) =>
        linesWith(withoutComments(read(root, path)), KEPT_LAST).map(
          ({ line }) => `${path}:${line} keeps what it showed last. Take useLastShown of ui, which does it once for all.`,
        ),
      ),
}

const WEB = 'apps/web/src'
const TABLE_OF_CHANGES = `${WEB}/shared/server/out-of-date.ts`
/** Everything at once is another matter: the language has changed. */
const MARKED_OUT_OF_DATE = /\b(invalidateQueries|refetchQueries)\((?!\)|\{ type: 'active' \})/u

export const changesInOneTable: TidyCheck = {
  name: 'what a change makes out of date stands in one table',
  find: (root) =>
    filesUnder(root, WEB)
      .filter((path) => isCode(path) && !isTest(path) && path !== TABLE_OF_CHANGES)
      .flatMap((path) =>
        linesWith(withoutComments(read(root, path)), MARKED_OUT_OF_DATE).map(
          ({ line }) => `${path}:${line} decides itself what is out of date. Name it in ${TABLE_OF_CHANGES}, and call refreshAfter.`,
        ),
      ),
}

const FAILURES = `${WEB}/shared/failures/`
/** The words of a failure taken out of it, or a refusal by name beside a message. */
const FAILURE_SAID = /\bfailureText\b(?=.*why-failed)|toast\([^)]*\.message, 'error'\)|\.is\('[^']*'\) === true \? [\w.]*\.message/u

export const failuresInOneWay: TidyCheck = {
  name: 'a failure is said in one way',
  find: (root) =>
    filesUnder(root, WEB)
      .filter((path) => isCode(path) && !isTest(path) && !path.startsWith(FAILURES))
      .flatMap((path) =>
        linesWith(withoutComments(read(root, path)), FAILURE_SAID).map(
          ({ line }) => `${path}:${line} puts a failure into words itself. Take Failure, failureAt or useSayFailure of ${FAILURES}`,
        ),
      ),
}

const FORM = `${WEB}/shared/forms/Form.tsx`

/** Every function or value at the top of a file, with the line it begins on. */
const partsOf = (code: string): { line: number; text: string }[] => {
  let line = 1
  return code.split(/^(?=(?:export )?(?:async )?(?:function|const) )/mu).map((text) => {
    const part = { line, text }
    line += text.split('\n').length - 1
    return part
  })
}

/** What is typed is text, a choice or an object of them. A yes or no may be a stage: that something is open, or under way. */
const STATE_BEYOND_YES_AND_NO = /\buseState\b(?!\((?:true|false)\)|<boolean>\()/u

export const fieldsInOneWay: TidyCheck = {
  name: 'a component with a form keeps no field in a state of its own',
  find: (root) =>
    filesUnder(root, WEB)
      .filter((path) => path.endsWith('.tsx') && !isTest(path))
      .flatMap((path) =>
        partsOf(withoutComments(read(root, path)))
          .filter(({ text }) => /<Form\b/u.test(text))
          .flatMap(({ line: first, text }) =>
            linesWith(text, STATE_BEYOND_YES_AND_NO).map(
              ({ line }) => `${path}:${first + line - 1} keeps what a form holds in a state of its own. Take useSchemaForm beside ${FORM}.`,
            ),
          ),
      ),
}

export const formsInOneWay: TidyCheck = {
  name: 'a form is one element of ours',
  find: (root) =>
    filesUnder(root, WEB)
      .filter((path) => isCode(path) && !isTest(path) && path !== FORM)
      .flatMap((path) =>
        linesWith(withoutComments(read(root, path)), /<form\b/u).map(
          ({ line }) => `${path}:${line} makes a form of its own. Take Form of ${FORM}, and useSchemaForm for what it holds.`,
        ),
      ),
}

const DATES = 'packages/text/dates.ts'
/** The axis asks a zone how far it is from Greenwich, which writes nothing. */
const AXIS_OF_TIME = `${WEB}/shared/charts/chart-axis.ts`
/** A formatter of its own, or a day and an hour put together from two. */
const DATE_BY_HAND = /Intl\.DateTimeFormat|toLocale(?:Date|Time)String|\$\{formatDate\([^`]*\$\{format(?:Time|Seconds)\(/u

export const datesInOneWay: TidyCheck = {
  name: 'dates and times of the app are written in one place',
  find: (root) =>
    [UI, WEB]
      .flatMap((folder) => filesUnder(root, folder))
      .filter((path) => isCode(path) && !isTest(path) && path !== AXIS_OF_TIME)
      .flatMap((path) =>
        linesWith(withoutComments(read(root, path)), DATE_BY_HAND).map(
          ({ line }) => `${path}:${line} writes a date itself. Take a format of ${DATES}.`,
        ),
      ),
}
