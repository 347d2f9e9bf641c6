import type { FileFinding, Sentence } from '@rueda/proof/file-finding.ts'
import type { FileKind } from '@rueda/proof/judge-file.ts'

/** What a check of a file says, in two languages: what is in braces is a figure of the finding (decision 0044). */
export type CheckLanguage = 'es' | 'en'
type Said = Readonly<Record<CheckLanguage, string>>

const SENTENCES: Readonly<Record<Sentence, Said>> = {
  unknownFormat: {
    en: 'This is no file that Rueda hands out: no document, evidence, account check, receipt or proof.',
    es: 'No es un archivo que entregue Rueda: ni documento, ni evidencia, ni comprobación de cuenta, ni comprobante, ni prueba.',
  },
  paper: {
    en: 'This is the paper. What is signed is in the file that was saved beside it, whose name ends in .proof.json; the paper has the hash of it.',
    es: 'Este es el papel. Lo firmado está en el archivo que se guardó junto a él, cuyo nombre termina en .proof.json; el papel tiene su hash.',
  },
  malformed: {
    en: 'The file is damaged or incomplete: something that belongs to its format is missing or is not what it should be.',
    es: 'El archivo está dañado o incompleto: falta algo de su formato o no es lo que debería.',
  },
  ownKeys: {
    en: 'You gave no key of the broker, so the file was held to the keys in it. It only shows that the file fits together: whoever makes one up can make up the keys too.',
    es: 'No diste ninguna clave del bróker, así que el archivo se comparó con las claves que trae. Solo muestra que es coherente: quien lo inventa también puede inventar las claves.',
  },
  noKey: {
    en: 'A proof alone brings no key. Give the key of the log.',
    es: 'Una prueba sola no trae ninguna clave. Da la clave del registro.',
  },
  noReceiptKey: {
    en: 'None of the keys given is the one that this broker signs documents and receipts with; its name ends in /receipts. Give it as well: without it nothing shows who signed.',
    es: 'Ninguna de las claves dadas es la que este bróker usa para firmar documentos y comprobantes; su nombre termina en /receipts. Da también esa: sin ella nada muestra quién firmó.',
  },
  documentSigned: {
    en: 'The broker ({origin}) signed exactly these data. Their hash is {hash}; a paper of these data has the same one.',
    es: 'El bróker ({origin}) firmó exactamente estos datos. Su hash es {hash}; un papel de estos datos tiene el mismo.',
  },
  documentNotSigned: {
    en: 'The broker ({origin}) did not sign these data with a key that you believe: they were changed, or are not its own. Their hash is {hash}.',
    es: 'El bróker ({origin}) no firmó estos datos con una clave que creas: se cambiaron, o no son suyos. Su hash es {hash}.',
  },
  documentLimits: {
    en: 'That the data are right is the word of the broker. Its entries, which only you can read, show it: "Check my account" in the app.',
    es: 'Que los datos sean correctos es la palabra del bróker. Lo muestran los asientos, que solo vos podés leer: "Comprobar mi cuenta" en la app.',
  },
  paperSame: {
    en: 'The hash on the paper is that of these data. Whether the figures on it are those of the file, only reading both shows.',
    es: 'El hash del papel es el de estos datos. Si sus cifras son las del archivo, solo lo muestra leer los dos.',
  },
  paperOther: {
    en: 'The hash given is not that of these data: {paper}. Is it the one behind SHA-256 on the paper? Then the two are of different documents, or one was changed.',
    es: 'El hash dado no es el de estos datos: {paper}. ¿Es el que sigue a SHA-256 en el papel? Entonces son de dos documentos, o uno se cambió.',
  },
  paperNotOfThis: {
    en: 'There is no paper of such a file: only a signed document has one. Take the hash of the paper away, or give the file that was saved beside the paper.',
    es: 'De un archivo así no hay papel: solo lo tiene un documento firmado. Quitá el hash del papel, o da el archivo que se guardó junto a él.',
  },
  headLogged: {
    en: 'The account’s history up to entry {sequence} is in the public log at place {entry}: it cannot be changed later without showing.',
    es: 'El historial de la cuenta hastal asiento {sequence} está en el registro público, en el lugar {entry}: no se puede cambiar después sin que se note.',
  },
  headNotLogged: {
    en: 'The proof does not show that the account’s history up to entry {sequence} is in the public log.',
    es: 'La prueba no muestra que el historial de la cuenta hastal asiento {sequence} esté en el registro público.',
  },
  headWaits: {
    en: 'No checkpoint covered entry {sequence} when the file was made. Save it again after a few minutes: then it brings the proof.',
    es: 'Ningún punto de control cubríal asiento {sequence} cuando se hizo el archivo. Guardalo de nuevo en unos minutos: entonces trae la prueba.',
  },
  receiptSigned: {
    en: 'The broker signed at {at} that the account’s history then stood at entry {sequence} with the hash {head}.',
    es: 'El bróker firmó el {at} que el historial de la cuenta llegaba entonces al asiento {sequence} con el hash {head}.',
  },
  receiptNotSigned: {
    en: 'No key that you believe signed the receipt.',
    es: 'Ninguna clave que creas firmó el comprobante.',
  },
  receiptOtherCommand: {
    en: 'The receipt is of another command than the one whose hash the file names.',
    es: 'El comprobante es de otra orden que la que nombra el archivo.',
  },
  receiptLimits: {
    en: 'A receipt alone does not show that its entry came into the log; the account’s history has to have the same hash there.',
    es: 'Un comprobante solo no muestra que su entrada haya llegado al registro; el historial de la cuenta tiene que tener ahí el mismo hash.',
  },
  accountLimits: {
    en: 'The file says that {entries} entries were computed again. The entries are not in it: that part is the word of the device that made it.',
    es: 'El archivo dice que se calcularon de nuevo {entries} asientos. No los contiene: esa parte es la palabra del dispositivo que lo hizo.',
  },
  entryLogged: {
    en: 'The entry that the proof brings ({what}) is in the public log at place {entry}.',
    es: 'La entrada que trae la prueba ({what}) está en el registro público, en el lugar {entry}.',
  },
  entryNotLogged: {
    en: 'The entry that the proof brings is not in the tree of a checkpoint that a key you believe signed.',
    es: 'La entrada que trae la prueba no está en el árbol de un punto de control firmado por una clave que creas.',
  },
  entryUnknown: {
    en: 'The proof does not bring the entry it is of, so nothing can be concluded from it alone.',
    es: 'La prueba no trae la entrada de la que es, así que de ella sola no se concluye nada.',
  },
  checkpoint: {
    en: 'The log {origin} signed its state of {size} entries.',
    es: 'El registro {origin} firmó su estado de {size} entradas.',
  },
  witnessed: {
    en: 'These witnesses of your policy saw the same log: {names}.',
    es: 'Estos testigos de tu política vieron el mismo registro: {names}.',
  },
  ourWordOnly: {
    en: 'No quorum of witnesses that you named cosigned it. That others were shown the same log is the word of the broker only.',
    es: 'Ningún quórum de testigos que hayas nombrado lo cofirmó. Que a otros se les mostró el mismo registro es solo la palabra del bróker.',
  },
  believedSigned: {
    en: 'What the device had believed was signed: the log {origin} with {size} entries.',
    es: 'Lo que el dispositivo había creído estaba firmado: el registro {origin} con {size} entradas.',
  },
  believedNotSigned: {
    en: 'What the device says it had believed (the log {origin} with {size} entries) is not signed by a key that you believe.',
    es: 'Lo que el dispositivo dice que había creído (el registro {origin} con {size} entradas) no está firmado por una clave que creas.',
  },
  shownSigned: {
    en: 'What the device was shown then was signed as well: the log {origin} with {size} entries.',
    es: 'Lo que se le mostró después también estaba firmado: el registro {origin} con {size} entradas.',
  },
  shownNotSigned: {
    en: 'What the device says it was shown (the log {origin} with {size} entries) is not signed by a key that you believe: it proves nothing against the broker.',
    es: 'Lo que el dispositivo dice que se le mostró (el registro {origin} con {size} entradas) no está firmado por una clave que creas: no prueba nada contra el bróker.',
  },
  shownByOtherKey: {
    en: 'What the device was shown (the log {origin} with {size} entries) is signed by a key that you do not believe. Anybody can sign with another key: that the broker showed it is the word of the device.',
    es: 'Lo que se le mostró (el registro {origin} con {size} entradas) está firmado por una clave que no creés. Cualquiera puede firmar con otra clave: que lo mostró el bróker es la palabra del dispositivo.',
  },
  otherOrigin: {
    en: 'Two logs are in the file: {believed} before, and {shown} then.',
    es: 'En el archivo hay dos registros: {believed} antes y {shown} después.',
  },
  twoTrees: {
    en: 'The log signed two different trees of {size} entries. Both cannot be true: this alone convicts whoever has the key.',
    es: 'El registro firmó dos árboles distintos de {size} entradas. Los dos no pueden ser ciertos: esto solo ya condena a quien tiene la clave.',
  },
  notTwoTrees: {
    en: 'The file says that the log signed two trees of {size} entries, and the two are the same.',
    es: 'El archivo dice que el registro firmó dos árboles de {size} entradas, y los dos son el mismo.',
  },
  onlySeen: {
    en: 'The finding itself ({contradiction}) is what the device saw; from the signatures alone it does not follow. Ask the log for the same again, and the broker for an explanation.',
    es: 'El hallazgo mismo ({contradiction}) es lo que vio el dispositivo; no se sigue solo de las firmas. Pedile lo mismo de nuevo al registro, y una explicación a el bróker.',
  },
}

const KINDS: Readonly<Record<FileKind, Said>> = {
  'document': { en: 'A signed document', es: 'Un documento firmado' },
  'evidence': { en: 'Evidence of a contradiction', es: 'Evidencia de una contradicción' },
  'account-check': { en: 'The result of checking an account', es: 'El resultado de comprobar una cuenta' },
  'receipt': { en: 'A receipt', es: 'Un comprobante' },
  'tlog-proof': { en: 'A proof that an entry is in a log', es: 'Una prueba de que una entrada está en un registro' },
  'paper': { en: 'A paper', es: 'Un papel' },
  'unknown': { en: 'An unknown file', es: 'Un archivo desconocido' },
}

export const kindInWords = (kind: FileKind, language: CheckLanguage): string => KINDS[kind][language]

/** A finding as a sentence; moments as the calendar has them, in universal time. */
export function inWords({ says, figures }: FileFinding, language: CheckLanguage): string {
  return SENTENCES[says][language].replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const figure = figures[name] ?? ''
    // A file could write over the terminal otherwise.
    return name === 'at' && figure !== '' ? new Date(figure).toISOString() : String(figure).replaceAll(/\p{Cc}/gu, '\uFFFD')
  })
}
