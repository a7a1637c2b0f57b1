import type pg from 'pg'
import { DatabaseError } from '../../DatabaseError.ts'
import type { NodeIdentity } from '../../nodes.ts'

/** Thrown when a node must not run beside the others. Its message is a sentence for the command line. */
export class NodeMismatchError extends Error {}

/** What the session of a node does for it. */
export interface NodeGuard {
  /** Resolves with whether the session leads to the primary; if not, it is lost. */
  isOnPrimary: () => Promise<boolean>
  /** Ends this process, because the node does not fit the others anymore. */
  end: (error: NodeMismatchError) => void
}

/** Whether nodes of two versions understand each other: the same major version, and at most one minor version between them. */
function areAdjacent(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number)
  return major === otherMajor && Math.abs(minor - otherMinor) <= 1
}

/** Returns why a node cannot run beside another one, as the end of a sentence about the other one; undefined if it can. */
function mismatchOf({ version, key }: NodeIdentity, other: NodeIdentity): string | undefined {
  if (other.key !== key) return 'has another encryption key. Give all nodes the same one.'
  return areAdjacent(version, other.version)
    ? undefined
    : `has version ${other.version}, which can't run beside ${version}. Upgrade one minor version at a time.`
}

/** A position before all transactions. A node has it until it has compared itself with the others and has dropped its caches. */
export const unjoined = '1:1:'

/** Milliseconds after the end of its lease for which nodes that start compare themselves with a node. */
export const comparedMs = 5_000

const findOthers = `SELECT name, version, key, applied = '${unjoined}' AS "isJoining" FROM "_cofferNodes"
  WHERE name <> $1 AND lease > clock_timestamp() - interval '${comparedMs} ms' ORDER BY name`

/**
 * Asserts that a node can run beside the others, else removes its row. The row is stored before, so of two nodes that start together, one
 * sees the other.
 * @param options.isJoining whether the node joins the others, or has served before. A node that joins makes way for all others
 * @throws NodeMismatchError; DatabaseError if another node still joins, and makes way for this one or not
 */
export async function assertNodeFits(
  client: pg.Client,
  node: NodeIdentity,
  { isJoining }: { isJoining: boolean },
): Promise<void> {
  const { rows } = await client.query<NodeIdentity & { isJoining: boolean }>(findOthers, [node.name])
  for (const other of rows) {
    const mismatch = mismatchOf(node, other)
    if (mismatch === undefined) continue
    if (other.isJoining && !isJoining)
      throw new DatabaseError('unreachable', `The node "${other.name}", which is about to start, ${mismatch}`)
    await client.query('DELETE FROM "_cofferNodes" WHERE name = $1', [node.name])
    throw new NodeMismatchError(`The node "${other.name}" ${mismatch}`)
  }
}
