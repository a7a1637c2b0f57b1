import type { Engine } from '../../db/engine.ts'
import type { BucketTake, MinuteClaim, NodeAnswer, NodeMessage, NodeReport, NodeStatus, WindowTake } from '../../db/nodes.ts'

export type NodeService = ReturnType<typeof createNodeService>

/** Creates the operations of a node that the main thread calls. */
export function createNodeService({ node }: Engine) {
  return {
    /** Resolves when everything is known that was committed before the call, on all nodes. */
    catchUp: async (): Promise<void> => node?.catchUp(),
    /** Returns the nodes of the database; none if this server is not a node. */
    list: async (): Promise<NodeStatus[]> => (await node?.list()) ?? [],
    /** Stores the report of this node. */
    report: async (report: NodeReport): Promise<void> => node?.report(report),
    /** See `NodeMailbox.send`. */
    send: async (recipient: string, content: string): Promise<NodeAnswer> =>
      (await node?.mailbox.send(recipient, content)) ?? 'gone',
    /** Answers a message of another node. */
    answer: async (message: Pick<NodeMessage, 'id' | 'sender'>, content: string): Promise<void> =>
      node?.mailbox.answer(message, content),
    /** See `NodeCounters.takeTokens`. */
    takeTokens: async (buckets: readonly BucketTake[]): Promise<number[]> => (await node?.counters.takeTokens(buckets)) ?? [],
    /** Gives tokens back that were taken. */
    giveBackTokens: async (buckets: readonly BucketTake[]): Promise<void> => node?.counters.giveBackTokens(buckets),
    /** See `NodeCounters.takeRequests`. Undefined if this server is not a node. */
    takeRequests: async (take: WindowTake): Promise<{ granted: number; leftMs: number } | undefined> =>
      node?.counters.takeRequests(take),
    /** See `NodeJobs.claim`. */
    claimJob: async (job: string, holder: string): Promise<boolean> => (await node?.jobs.claim(job, holder)) ?? true,
    /** See `NodeJobs.renew`. */
    renewJob: async (job: string, holder: string): Promise<boolean> => (await node?.jobs.renew(job, holder)) ?? true,
    releaseJob: async (job: string, holder: string): Promise<void> => node?.jobs.release(job, holder),
    /** Lists the jobs that any node has claimed; none if this server is not a node. */
    claimedJobs: async (): Promise<string[]> => (await node?.jobs.listClaimed()) ?? [],
    /** See `NodeDuties.take`. */
    takeDuties: async (): Promise<number | undefined> => node?.duties.take(),
    /** See `NodeDuties.claimMinute`. */
    claimMinute: async (claim: MinuteClaim): Promise<number | undefined> => node?.duties.claimMinute(claim),
  }
}
