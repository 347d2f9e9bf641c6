import { type RefObject, useEffect, useRef, useState } from 'react'

export type CameraState = 'opening' | 'ready' | 'none'

/** Enough to read the small print of a card. */
const WANTED_WIDTH = 1_920

/** Shows the camera at the back of the device in a video element. It is switched off with the component. */
export function useCamera(): Readonly<{ video: RefObject<HTMLVideoElement | null>; state: CameraState }> {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('opening')
  useEffect(() => switchOn(video.current, setState), [])
  return { video, state }
}

/** Opens the camera; the returned function closes it. */
function switchOn(video: HTMLVideoElement | null, tell: (state: 'ready' | 'none') => void): () => void {
  let isWanted = true
  let stream: MediaStream | null = null
  const end = () => {
    isWanted = false
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
  void openCamera()
    .then(async (opened) => {
      stream = opened
      if (!isWanted) return end()
      if (video === null) return undefined
      video.srcObject = opened
      await video.play()
      return tell('ready')
    })
    .catch(() => (isWanted ? tell('none') : undefined))
  return end
}

async function openCamera(): Promise<MediaStream> {
  // Browsers give no camera to a page on plain http from elsewhere.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (devices === undefined) throw new Error('no camera here')
  return devices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: WANTED_WIDTH } } })
}
