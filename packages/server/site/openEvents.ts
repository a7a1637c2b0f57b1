import { KnownAdmins } from '../auth/KnownAdmins.ts'
import { CodeHost } from '../code/CodeHost.ts'
import { hookStore } from '../code/hookStore.ts'
import { Jobs } from '../code/Jobs.ts'
import { DeliveryQueue } from '../events/deliveries/DeliveryQueue.ts'
import { EventLog } from '../events/EventLog.ts'
import { MailQueue } from '../mail/MailQueue.ts'
import type { ScriptBackups } from '../pbHooks/HostOperations.ts'
import { mailHooks, type ScriptMail } from '../pbHooks/mailHooks.ts'
import type { ScriptHost } from '../pbHooks/ScriptHost.ts'
import type { ScriptJobs } from '../pbHooks/ScriptJobs.ts'
import { streamHooks } from '../pbHooks/streamHooks.ts'
import { RealtimeHub } from '../realtime/RealtimeHub.ts'
import { Streams } from '../realtime/Streams.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import type { Duties } from '../threads/nodes/Duties.ts'
import type { Threads } from '../threads/Threads.ts'
import { webHookStore } from '../webHooks/webHookStore.ts'
import type { SiteFiles } from './openFiles.ts'
import type { SiteLogs } from './openLogs.ts'
import { openScripts } from './openScripts.ts'
import type { ServerOptions } from './ServerOptions.ts'

/** The consumers of the events of commits that other parts use. */
export interface SiteEvents {
  admins: KnownAdmins
  mails: MailQueue
  webHooks: DeliveryQueue
  /** The processes of hooks, the calls of hooks after changes, and the jobs; absent if there is no folder of hooks. */
  code?: { host: CodeHost; calls: DeliveryQueue; jobs: Jobs }
  realtime: RealtimeHub
  /** The event streams of all nodes. */
  streams: Streams
  /** The threads of `pb_hooks`, and the jobs of its files; absent if there is no such folder. */
  scripts?: ScriptHost
  scriptJobs?: ScriptJobs
}

interface EventParts
  extends Pick<SiteLogs, 'settings' | 'sink' | 'warn'>,
    Pick<SiteFiles, 'removals' | 'storage' | 'backupStorage' | 'thumbs'> {
  threads: Threads
  clients: ClientLedger
  /** The work of one node at a time; undefined if this is the only server of its database. */
  duties: Duties | undefined
  /** Returns the backups, which are opened later. */
  backups: () => ScriptBackups
  options: Pick<
    ServerOptions,
    | 'dataDir'
    | 'dev'
    | 'nodeAddress'
    | 'pbHooks'
    | 'hooksDir'
    | 'code'
    | 'mailTimeLimits'
    | 'privateWebHooks'
    | 'webHookRetryDelaysMs'
  >
}

/** Creates what calls hooks. Their processes start when requests can be served. */
function openCode({ options, threads, duties, warn }: EventParts, opened: AsyncDisposableStack): SiteEvents['code'] {
  const { hooksDir, code } = options
  if (hooksDir === undefined) return undefined
  const host = new CodeHost({ folder: hooksDir, options: code, warn })
  const { hooks, nodes } = threads.writer
  const jobs = new Jobs({ host, store: hooks, warn, ...(duties && { claims: nodes }) })
  opened.defer(() => jobs.close())
  opened.defer(() => host.close())
  opened.defer(() => jobs.stop())
  const store = hookStore(hooks, host, code?.retryDelaysMs)
  const calls = new DeliveryQueue({ store: duties?.limit(store) ?? store, warn })
  opened.defer(() => calls.close())
  return { host, calls, jobs }
}

/** Opens the consumers of the events of commits, and hands them the events from now on. */
export function openEvents(parts: EventParts, opened: AsyncDisposableStack): SiteEvents {
  const { threads, clients, duties, settings, sink, warn, removals, options } = parts
  const { writer, versions } = threads
  const { describe, listen } = threads.events
  const { freshness } = threads.dispatcher
  const admins = new KnownAdmins(writer.admins.exist)
  const sendToken = (mail: ScriptMail): Promise<void> => mails.sendAnyway(mail)
  const { scripts, scriptJobs } = openScripts({ ...parts, sendToken, streams: () => realtime }, opened) ?? {}
  const mails = new MailQueue({ store: writer.mails, warn, hooks: scripts && mailHooks(scripts) }, options.mailTimeLimits)
  opened.defer(() => mails.close())
  const store = webHookStore(writer.webHooks, {
    allowsPrivate: options.privateWebHooks === true,
    ...(options.webHookRetryDelaysMs && { retryDelaysMs: options.webHookRetryDelaysMs }),
  })
  const webHooks = new DeliveryQueue({ store: duties?.limit(store) ?? store, warn })
  opened.defer(() => webHooks.close())
  const code = openCode(parts, opened)
  const reached = (seq: number) => (freshness ? freshness.settled() : events.reached(seq))
  const { nodeAddress } = options
  const hooks = scripts && streamHooks(scripts)
  const realtime: RealtimeHub = new RealtimeHub({ describe, listen, versions, reached, clients, warn, nodeAddress, hooks })
  const { send, answer } = writer.nodes
  const line = nodeAddress === undefined ? {} : { node: { address: nodeAddress, send, answer } }
  const streams = new Streams({ hub: realtime, clients, warn, ...line })
  settings.onChange((before, now) => {
    if (String(before.superuserIPs) !== String(now.superuserIPs)) realtime.endAdmins()
  })
  const events = new EventLog(
    [settings, admins, realtime, streams, mails, removals, webHooks, ...(code ? [code.calls] : [])],
    warn,
  )
  threads.events.setListener({
    entry: sink.write,
    committed: commit => events.committed(commit),
    lost: () => events.lost(),
  })
  return {
    ...{ admins, mails, webHooks, realtime, streams },
    ...(scripts && scriptJobs && { scripts, scriptJobs }),
    ...(code && { code }),
  }
}
