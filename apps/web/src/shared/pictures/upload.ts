import { files } from '@rueda/contract/files.ts'
import type { Envelope } from '@rueda/contract/envelope.ts'
import { answerOf, sessionHeaders } from '../server/api.ts'
import { ApiError } from '../server/api-error.ts'

const FIELD = 'file'
const MAX_MS = 120_000

/** Sends a picture and returns its address. A request of its own kind, because its progress is shown. */
export function uploadPicture(picture: Blob, onProgress: (share: number) => void): Promise<string> {
  const form = new FormData()
  form.append(FIELD, picture, 'picture.jpg')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const { headers, token } = sessionHeaders()
    request.open('POST', `/web${files.upload.path}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = MAX_MS
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('timeout', () => reject(new ApiError({ kind: 'timeout' })))
    request.addEventListener('error', () => reject(new ApiError({ kind: 'network' })))
    request.addEventListener('load', () => {
      try {
        const envelope = JSON.parse(request.responseText) as Envelope<unknown>
        resolve((answerOf(files.upload, request.status, envelope, token) as { url: string }).url)
      } catch (error) {
        reject(error instanceof ApiError ? error : new ApiError({ kind: 'network' }))
      }
    })
    request.send(form)
  })
}
