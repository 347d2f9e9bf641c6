import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isRoot } from '../db/system-user.ts'

/** A real proxy with the file that `docs/proxy` gives to operators, in front of a server of the test. */
export type RunningProxy = Readonly<{ httpsPort: number; httpPort: number; ca: string; stop: () => Promise<void> }>
export type ProxyName = 'nginx' | 'caddy'

export const isInstalled = (name: ProxyName): boolean => spawnSync(name, [name === 'nginx' ? '-v' : 'version']).status === 0

const file = (name: string): string => readFileSync(new URL(`../../../../docs/proxy/${name}`, import.meta.url), 'utf8')

type Place = Readonly<{ folder: string; appPort: number; httpPort: number; httpsPort: number }>

export async function startProxy(
  name: ProxyName,
  appPort: number,
  ports: Readonly<{ httpPort: number; httpsPort: number }>,
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'rueda-proxy-'))
  makeCertificate(folder)
  const place = { folder, appPort, ...ports }
  const child = name === 'nginx' ? startNginx(place) : startCaddy(place)
  const speech = { said: '' }
  child.stderr?.on('data', (chunk: Buffer) => void (speech.said += chunk.toString()))
  await isListening(ports.httpsPort, child, speech)
  return {
    ...ports,
    ca: readFileSync(join(folder, 'fullchain.pem'), 'utf8'),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function makeCertificate(folder: string): void {
  const out = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,DNS:office.localhost,IP:127.0.0.1']
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', ...subject, ...out],
    {
      stdio: 'ignore',
    },
  )
}

function startNginx({ folder, appPort, httpPort, httpsPort }: Place): ChildProcess {
  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'))
  const site = file('nginx.conf')
    .replaceAll(/^\s*listen \[::\].*\n/gmu, (line) => (hasIpv6 ? line : ''))
    .replaceAll('[::]:80', `[::1]:${httpPort}`)
    .replaceAll('[::]:443', `[::1]:${httpsPort}`)
    .replaceAll('listen 80', `listen 127.0.0.1:${httpPort}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${httpsPort}`)
    .replaceAll('rueda.example', 'localhost')
    .replaceAll('/etc/ssl/rueda', folder)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${appPort}`)
  writeFileSync(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
  const whole = [
    'daemon off; worker_processes 1;',
    isRoot() ? 'user root;' : '',
    `pid ${join(folder, 'pid')}; error_log stderr;`,
    `events {}\nhttp { access_log off; ${temporary.join(' ')} include ${join(folder, 'site.conf')}; }`,
  ]
  writeFileSync(join(folder, 'nginx.conf'), whole.join('\n'))
  return spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
}

function startCaddy({ folder, appPort, httpPort, httpsPort }: Place): ChildProcess {
  const site = file('Caddyfile')
    .replaceAll(
      /^(.*)rueda\.example \{$/gmu,
      `https://$1localhost:${httpsPort} {\n\ttls ${join(folder, 'fullchain.pem')} ${join(folder, 'privkey.pem')}`,
    )
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${appPort}`)
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n${site}`)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
}

const MAX_START_MS = 20_000
const LOOK_EVERY_MS = 50

async function isListening(port: number, child: ChildProcess, speech: Readonly<{ said: string }>): Promise<void> {
  for (let waited = 0; waited < MAX_START_MS && child.exitCode === null; waited += LOOK_EVERY_MS) {
    if (await answers(port)) return
    await pause(LOOK_EVERY_MS)
  }
  child.kill('SIGKILL')
  throw new Error(`the proxy did not start:\n${speech.said}`)
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (isThere: boolean): void => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
  })

/** A port that nobody listened on a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
