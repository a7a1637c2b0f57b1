import type pg from 'pg'
import type { NodeIdentity } from '../../nodes.ts'

/** Thrown when a node must not run beside the others. Its message is a sentence for the command line. */
export class NodeMismatchError extends Error {}

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

/**
 * Asserts that a node can run beside the others, else removes its row. The row is stored before, so of two nodes that start together, one
 * sees the other.
 * @throws NodeMismatchError
 */
export async function assertNodeFits(client: pg.Client, node: NodeIdentity): Promise<void> {
  const { rows } = await client.query<NodeIdentity>(
    `SELECT name, version, key FROM "_cofferNodes" WHERE name <> $1 AND lease > clock_timestamp() - interval '5 s' ORDER BY name`,
    [node.name],
  )
  for (const other of rows) {
    const mismatch = mismatchOf(node, other)
    if (mismatch === undefined) continue
    await client.query('DELETE FROM "_cofferNodes" WHERE name = $1', [node.name])
    throw new NodeMismatchError(`The node "${other.name}" ${mismatch}`)
  }
}
