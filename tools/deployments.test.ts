import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readSettings } from '../apps/server/src/config.ts'
import { root } from './root.ts'

/**
 * Files for machines that nobody here can try out: compose files and the manifests for Kubernetes. What can be held is that they agree with each other, with the
 * image, with the settings as the server reads them, and with the balancer file.
 */
type Yaml = Readonly<{ [name: string]: unknown }>
type Object_ = Yaml & Readonly<{ kind: string; file: string; name: string }>

const text = (path: string): string => readFileSync(join(root, path), 'utf8')
const FOLDER = 'docs/kubernetes'
const files = readdirSync(join(root, FOLDER), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))
const objects: readonly Object_[] = files.flatMap((file) =>
  parseAllDocuments(text(join(FOLDER, file))).map((document) => {
    expect(document.errors, file).toEqual([])
    const content = document.toJS() as Yaml
    return { ...content, kind: String(content['kind']), file, name: String(dig(content, 'metadata', 'name')) }
  }),
)
const ofKind = (...kinds: readonly string[]): readonly Object_[] => objects.filter(({ kind }) => kinds.includes(kind))
const named = (kind: string, name: string): Object_ => {
  const found = objects.find((each) => each.kind === kind && each.name === name)
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`)
  return found
}

/** What lies under these names; undefined where there is nothing. */
function dig(from: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>((value, name) => (value as Yaml | undefined)?.[name], from)
}
/** The text under these names. */
function textIn(from: unknown, ...names: readonly string[]): string | undefined {
  const found = dig(from, ...names)
  return typeof found === 'string' ? found : undefined
}
const listIn = (from: unknown, ...names: readonly string[]): readonly Yaml[] => (dig(from, ...names) ?? []) as readonly Yaml[]
const mapIn = (from: unknown, ...names: readonly string[]): Readonly<Record<string, string>> =>
  (dig(from, ...names) ?? {}) as Readonly<Record<string, string>>

const workloads = ofKind('StatefulSet', 'Deployment')
const containerOf = (workload: Object_): Yaml => {
  const [container, ...more] = listIn(workload, 'spec', 'template', 'spec', 'containers')
  if (container === undefined || more.length > 0) throw new Error(`${workload.name} has not one container`)
  return container
}
const labelsOf = (workload: Object_): Readonly<Record<string, string>> => mapIn(workload, 'spec', 'template', 'metadata', 'labels')
const isSelected = (selector: Readonly<Record<string, string>>, workload: Object_): boolean =>
  Object.keys(selector).length > 0 && Object.entries(selector).every(([name, value]) => labelsOf(workload)[name] === value)

const compose = parse(text('compose.cluster.yaml'), { merge: true }) as Yaml
const service = (name: string): Yaml => dig(compose, 'services', name) as Yaml
/** The environment that the image sets, and what it listens at. */
const dockerfile = text('Dockerfile')
const ofImage = Object.fromEntries(
  (/^ENV (.+)$/mu.exec(dockerfile)?.[1] ?? '').split(' ').map((pair) => pair.split('=') as [string, string]),
)
const settingsOfImage = Object.fromEntries(Object.entries(ofImage).filter(([name]) => name !== 'MALLOC_ARENA_MAX'))
const isOurs = (image: unknown): boolean => /(?:^|\/)rueda(?::|$)/u.test(String(image))

/** The settings as a process with this environment reads them; a name that is no setting is not among them. */
function expectSettings(environment: Readonly<Record<string, string>>): void {
  const read = readSettings({ ...settingsOfImage, ...environment }, false)
  expect(Object.keys(read)).toEqual(expect.arrayContaining(Object.keys(environment)))
}

describe('docs/kubernetes', () => {
  it('names every object once, in its namespace', () => {
    const names = objects.map(({ kind, name }) => `${kind} ${name}`)
    expect(new Set(names).size).toBe(names.length)
    for (const each of objects)
      if (each.kind !== 'Namespace') expect(dig(each, 'metadata', 'namespace'), each.name).toBe(named('Namespace', 'rueda').name)
  })

  it.each(['core', 'fronts'])('%s has settings that the server takes, each under its real name', (name) => {
    const workload = workloads.find((each) => each.name === name)
    const container = containerOf(workload ?? named('StatefulSet', name))
    const shared = listIn(container, 'envFrom').flatMap((from) => [
      ...Object.entries(
        mapIn(
          objects.find((each) => each.kind === 'ConfigMap' && each.name === dig(from, 'configMapRef', 'name')),
          'data',
        ),
      ),
      ...Object.entries(
        mapIn(
          objects.find((each) => each.kind === 'Secret' && each.name === dig(from, 'secretRef', 'name')),
          'stringData',
        ),
      ),
    ])
    expect(shared.map(([key]) => key)).toEqual(expect.arrayContaining(['PUBLIC_URL', 'DATABASE_URL', 'NATS_URL', 'STORE_URL']))
    const own = listIn(container, 'env').map(({ name: key, value }) => [String(key), String(value)])
    const environment = Object.fromEntries([...shared, ...own]) as Record<string, string>
    expect(environment['ROLE']).toBe(name === 'core' ? 'core' : 'front')
    expectSettings(environment)
    const [database, bus] = [new URL(environment['DATABASE_URL'] ?? ''), new URL(environment['NATS_URL'] ?? '')]
    expect([named('Service', database.hostname).name, named('Service', bus.hostname).name]).toEqual(['postgres', 'nats'])
    expect(Number(bus.port)).toBe(dig(listIn(named('Service', 'nats'), 'spec', 'ports')[0], 'port'))
    const mounts = listIn(container, 'volumeMounts').map(({ mountPath }) => String(mountPath))
    expect(mounts).toContain(ofImage['DATA_DIR'])
    expect(mounts.some((path) => database.searchParams.get('sslrootcert')?.startsWith(`${path}/`) === true)).toBe(true)
  })

  it('runs the images of compose.cluster.yaml, with their commands, and ours at the version of this code', () => {
    const { version } = JSON.parse(text('package.json')) as { version: string }
    for (const workload of workloads) {
      const container = containerOf(workload)
      expect(container['command'], workload.name).toBeUndefined()
      const like = workload.name === 'fronts' ? service('front1') : service(workload.name)
      if (isOurs(like['image'])) {
        expect(container['image']).toBe(`registry.example/${String(like['image'])}:${version}`)
        expect(container['args']).toBeUndefined()
      } else expect(container['image']).toBe(like['image'])
      const grace = dig(workload, 'spec', 'template', 'spec', 'terminationGracePeriodSeconds')
      if (like['stop_grace_period'] !== undefined) expect(`${String(grace)}s`, workload.name).toBe(like['stop_grace_period'])
    }
    const given = (args: unknown): string => String(args).replaceAll(/\$[({]NATS_PASSWORD[)}]/gu, 'password')
    expect(given(containerOf(named('Deployment', 'nats'))['args'])).toBe(given(service('nats')['command']))
  })

  it('has real ports and probes', () => {
    for (const workload of workloads) {
      const container = containerOf(workload)
      const ports = listIn(container, 'ports')
      if (isOurs(container['image'])) {
        expect(ports.map(({ containerPort }) => String(containerPort))).toEqual([ofImage['PORT']])
        expect(dockerfile).toContain(`EXPOSE ${ofImage['PORT']}\n`)
        const pathOf = (probe: string): unknown => dig(container, probe, 'httpGet', 'path')
        expect([pathOf('startupProbe'), pathOf('livenessProbe'), pathOf('readinessProbe')]).toEqual(['/healthz', '/healthz', '/readyz'])
        const health = text('apps/server/src/http/health.ts')
        for (const path of ['/healthz', '/readyz']) expect(health).toContain(`server.get('${path}'`)
      }
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        const port = dig(container, probe, 'httpGet', 'port') ?? dig(container, probe, 'tcpSocket', 'port')
        if (port !== undefined) expect(ports.map(({ name }) => name)).toContain(port)
      }
    }
    for (const each of ofKind('Service')) {
      const selected = workloads.filter((workload) => isSelected(mapIn(each, 'spec', 'selector'), workload))
      expect(selected, each.name).toHaveLength(1)
      for (const { targetPort } of listIn(each, 'spec', 'ports'))
        expect(listIn(containerOf(selected[0] as Object_), 'ports').map(({ name }) => name)).toContain(targetPort)
    }
  })

  it('lets NATS and PostgreSQL be reached by the servers alone, and leaves nothing open', () => {
    const servers = workloads.filter((workload) => isOurs(containerOf(workload)['image']))
    expect(servers.map(({ name }) => name).toSorted()).toEqual(['core', 'fronts'])
    for (const workload of workloads) {
      const policies = ofKind('NetworkPolicy').filter((each) => isSelected(mapIn(each, 'spec', 'podSelector', 'matchLabels'), workload))
      expect(policies, workload.name).toHaveLength(1)
      const [rule, ...more] = listIn(policies[0], 'spec', 'ingress')
      expect([more, dig(policies[0], 'spec', 'policyTypes')]).toEqual([[], ['Ingress']])
      const port = dig(listIn(containerOf(workload), 'ports')[0], 'containerPort')
      expect(listIn(rule, 'ports').map((each) => each['port'])).toEqual([port])
      const [from, ...others] = listIn(rule, 'from')
      expect(others).toEqual([])
      if (servers.includes(workload)) expect(dig(from, 'namespaceSelector')).toBeDefined()
      else expect(workloads.filter((each) => isSelected(mapIn(from, 'podSelector', 'matchLabels'), each))).toEqual(servers)
    }
  })

  it('refers only to what is there: secrets and their keys, claims, pods of a budget', () => {
    for (const workload of workloads) {
      const pod = dig(workload, 'spec', 'template', 'spec')
      for (const { valueFrom } of listIn(containerOf(workload), 'env')) {
        const reference = dig(valueFrom, 'secretKeyRef')
        if (reference !== undefined)
          expect(mapIn(named('Secret', String(dig(reference, 'name'))), 'stringData')).toHaveProperty([String(dig(reference, 'key'))])
      }
      for (const volume of listIn(pod, 'volumes')) {
        const [claim, secret] = [textIn(volume, 'persistentVolumeClaim', 'claimName'), textIn(volume, 'secret', 'secretName')]
        if (claim !== undefined) expect(dig(named('PersistentVolumeClaim', claim), 'spec', 'accessModes')).toEqual(['ReadWriteMany'])
        if (secret !== undefined) expect(named('Secret', secret).file).toMatch(/^example/u)
      }
      const volumes = [
        ...listIn(pod, 'volumes').map(({ name }) => name),
        ...listIn(workload, 'spec', 'volumeClaimTemplates').map((each) => dig(each, 'metadata', 'name')),
      ]
      for (const { name } of listIn(containerOf(workload), 'volumeMounts')) expect(volumes, workload.name).toContain(name)
      expect(isSelected(mapIn(workload, 'spec', 'selector', 'matchLabels'), workload), workload.name).toBe(true)
      const { requests, limits } = dig(containerOf(workload), 'resources') as Readonly<Record<string, Yaml>>
      expect([requests?.['cpu'], requests?.['memory'], limits?.['memory']].every((each) => each !== undefined)).toBe(true)
    }
    for (const each of ofKind('PodDisruptionBudget'))
      expect(workloads.filter((workload) => isSelected(mapIn(each, 'spec', 'selector', 'matchLabels'), workload))).toHaveLength(1)
    expect(ofKind('Secret').map(({ file }) => file)).toEqual(ofKind('Secret').map(() => 'example/secrets.yaml'))
  })

  it('sends the core what the balancer file sends it, but for the files of a bucket and what has an origin of its own', () => {
    const toCore = (/use_backend core if \{ path_beg ([^}]+) \}/u.exec(text('docs/proxy/haproxy-cluster.cfg'))?.[1] ?? '').trim().split(' ')
    const paths = listIn(listIn(named('Ingress', 'customers'), 'spec', 'rules')[0], 'http', 'paths')
    const to = (name: string): readonly (string | undefined)[] =>
      paths.filter(({ backend }) => dig(backend, 'service', 'name') === name).map((path) => textIn(path, 'path'))
    expect(to('fronts')).toEqual(['/'])
    const ofOffice = ['/console', '/admin', '/docs']
    const inBucket = ['/web/file', '/web/export']
    expect(new Set([...to('core'), ...ofOffice, ...inBucket])).toEqual(new Set(toCore))
    const { data } = named('ConfigMap', 'settings') as unknown as Readonly<{ data: Readonly<Record<string, string>> }>
    for (const [name, address, backend] of [
      ['customers', data['PUBLIC_URL'], null],
      ['office', data['CONSOLE_URL'], 'core'],
    ] as const) {
      const ingress = named('Ingress', name)
      const [rule] = listIn(ingress, 'spec', 'rules')
      expect(`https://${String(rule?.['host'])}`).toBe(address)
      expect(dig(listIn(ingress, 'spec', 'tls')[0], 'hosts')).toEqual([rule?.['host']])
      if (backend !== null) expect(listIn(rule, 'http', 'paths').map((each) => dig(each, 'backend', 'service', 'name'))).toEqual([backend])
    }
    for (const ingress of ofKind('Ingress'))
      for (const path of listIn(listIn(ingress, 'spec', 'rules')[0], 'http', 'paths'))
        expect(
          listIn(named('Service', String(dig(path, 'backend', 'service', 'name'))), 'spec', 'ports').map(({ name }) => name),
        ).toContain(dig(path, 'backend', 'service', 'port', 'name'))
  })
})

describe('the compose files', () => {
  const given: Readonly<Record<string, string>> = {
    PUBLIC_URL: 'https://rueda.example',
    NATS_PASSWORD: 'password',
    POSTGRES_PASSWORD: 'password',
  }
  const filled = (value: string): string =>
    value.replaceAll(/\$\{(\w+)(?::[?-]([^}]*))?\}/gu, (_, name: string, otherwise = '') => given[name] ?? otherwise)

  it.each(['core', 'standby', 'front1', 'front2'])('%s has settings that the server takes', (name) => {
    const environment = Object.entries(mapIn(service(name), 'environment')).map(([key, value]) => [
      key,
      value === null ? '' : filled(value),
    ])
    const set = Object.fromEntries(environment.filter(([, value]) => value !== '')) as Record<string, string>
    expect(set['ROLE']).toBe(name.startsWith('front') ? 'front' : 'core')
    expectSettings(set)
  })

  it.each(['compose.yaml', 'compose.postgres.yaml'])('%s names real settings', (file) => {
    const names = Object.keys(mapIn(parse(text(file)), 'services', 'rueda', 'environment'))
    const whole = { PUBLIC_URL: 'https://rueda.example', CONSOLE_URL: 'https://office.rueda.example', TRUSTED_PROXIES: '10.0.0.1' }
    const known = readSettings({
      ...{
        ...whole,
        SMTP_URL: 'smtps://mail.example',
        ADMIN_EMAIL: 'ana@rueda.example',
        ADMIN_PASSWORD: 'password',
        PASSWORD_POLICY: 'strong',
      },
      DATABASE_URL: 'postgresql://rueda@localhost/rueda?host=/var/run/postgresql',
    })
    expect(Object.keys(known)).toEqual(expect.arrayContaining(names))
  })
})
