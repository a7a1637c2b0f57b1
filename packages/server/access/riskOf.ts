import type { AccessCell, CollectionExposure, PersonaAccess } from '@coffer/schema'

const weightOf = (cell: AccessCell | undefined): number =>
  cell === undefined || cell.level === 'none' ? 0 : cell.level === 'all' ? 2 : 1

const greatest = (...cells: readonly (AccessCell | undefined)[]): number => Math.max(0, ...cells.map(weightOf))

/** The weights of what a persona can do, the greatest kind of risk first. */
type Risks = [changes: number, emailsAndFiles: number, reads: number]

const readRisks = ({ actions, emails, protectedFiles }: PersonaAccess): [number, number] => [
  greatest(emails, protectedFiles),
  greatest(actions.list, actions.view),
]

function guestRisks({ type, files }: CollectionExposure, access: PersonaAccess): Risks {
  const { create, update, delete: remove, manage } = access.actions
  const [hidden, reads] = readRisks(access)
  // That anyone can sign up is usual.
  const changes = greatest(update, remove, manage, type === 'auth' ? undefined : create)
  const hasPublicFiles = files.some(({ isProtected }) => !isProtected) && reads > 0
  return [changes, Math.max(hidden, hasPublicFiles ? 1 : 0), reads]
}

/** The risks of users. That they change some records, such as their own, is usual. */
function userRisks(access: PersonaAccess): Risks {
  const { update, delete: remove, manage } = access.actions
  return [greatest(update, remove, manage) === 2 ? 1 : 0, ...readRisks(access)]
}

/**
 * Returns the risk of a collection: changes outweigh readable emails and files, and these outweigh readable records. Within each, what
 * guests can do outweighs what the others can do.
 */
export function riskOf(exposure: CollectionExposure): number {
  const { guest, ...others } = exposure.access
  const ofGuest: Risks = guest ? guestRisks(exposure, guest) : [0, 0, 0]
  const ofUsers = Object.values(others).map(userRisks)
  return ofGuest.reduce((sum, risk, kind) => {
    const ofUser = Math.max(0, ...ofUsers.map(risks => risks[kind] ?? 0))
    return sum * 100 + risk * 10 + ofUser
  }, 0)
}
