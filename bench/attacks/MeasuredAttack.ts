import type { Attack } from '../../test/harness/attacks/requestAttacks.ts'
import type { Preparation } from '../../test/harness/copySample.ts'
import { type Attackers, allAttackers } from '../../test/harness/realtimeAttack.ts'

/** An attack, and what it needs. */
export interface AttackSetup {
  attack: Attack
  /** Changes of the copy that the server serves. Default: those of `defaultPreparations`. */
  preparations?: readonly Preparation[]
  /** Options of the server. Default: `attackArgs`. */
  args?: readonly string[]
  /** The certificate of the authority that issued the server's, as PEM, if it serves HTTPS only. */
  ca?: string
  /** Whether the attack makes the server end processes of hooks, whose output looks like that of a lost thread. */
  endsHooks?: boolean
  /** Removes what was created for the attack. */
  close?: () => unknown
}

/** Creates what an attack needs, before its server starts. */
export type OpenAttack = () => AttackSetup | Promise<AttackSetup>

/** An attack, or heavy use, that is repeated while other clients are measured. */
export interface MeasuredAttack {
  name: string
  who: Attackers
  open: OpenAttack
}

/** Returns an attack by one address, by one signed-in address and by fifty addresses. */
export function byAllAttackers([name, open]: [name: string, open: OpenAttack]): MeasuredAttack[] {
  return allAttackers.map(who => ({ name: `${name}, ${who.replace(/,$/, '')}`, who, open }))
}

/** Returns what one client does. */
export function byOneAddress([name, open]: [name: string, open: OpenAttack]): MeasuredAttack {
  return { name, who: 'one address', open }
}
