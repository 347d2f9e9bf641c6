import { toast } from '@rueda/ui/messages/toast.ts'
import { useText } from '../text/text.ts'
import { saveFile } from './save-file.ts'

/** Hands a text or bytes to the browser as a file to keep, and says so: a telephone shows nothing of it by itself. */
export function useSaveFile(): typeof saveFile {
  const t = useText('statements')
  return (name, type, content) => {
    saveFile(name, type, content)
    void toast(t('saved'))
  }
}
