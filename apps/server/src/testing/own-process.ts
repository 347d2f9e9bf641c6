import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

type Limit = Readonly<{ /** Files of the process end there, as on a full disk; in kibibytes. */ most?: number }>

/** Runs a module in a process of its own, for what a process does at its end or within the machine's limits. */
export async function runInProcess(
  source: string,
  env: Readonly<Record<string, string>>,
  { most }: Limit = {},
): Promise<Readonly<{ code: number | null; output: string }>> {
  const child = spawn(
    'bash',
    ['-c', `ulimit -f ${most ?? 'unlimited'}; exec "$0" --input-type=module --eval "$1"`, process.execPath, source],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, output: output + errors }
}
