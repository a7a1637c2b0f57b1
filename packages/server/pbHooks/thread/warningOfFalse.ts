const toGoOn = 'To go on, let the hook return nothing.'
const toReject = `To reject it, throw an error such as new BadRequestError('…'). ${toGoOn}`

/**
 * Returns a warning about a hook that has returned false, which ends the row of hooks without an error. Returns nothing if this is what
 * 0.22 offers for it: to leave out a message of an event stream, or to respond in place of the server.
 * @param hasResponded whether hooks of the request have responded
 */
export function warningOfFalse(event: string, hasResponded: () => boolean): string | undefined {
  const effect = `${event} returned false. As in PocketBase 0.22, `
  if (event === 'onRealtimeBeforeMessageSend') return undefined
  if (event.startsWith('onModelBefore'))
    return `${effect}the change is not made, although it looks successful to the client or the script. ${toReject}`
  if (event.startsWith('onMailerBefore') || /^on\w+BeforeRequest(?:PasswordReset|Verification)Request$/.test(event))
    return `${effect}no mail is sent. ${toGoOn}`
  if (!event.endsWith('Request') || event === 'onRealtimeDisconnectRequest')
    return `${effect}the hooks of this event after it are not called. ${toGoOn}`
  if (hasResponded()) return undefined
  const undone = event.includes('After') ? 'the action is done, but' : 'nothing more happens, and'
  return `${effect}${undone} the client gets an empty response with status 200. ${event.includes('After') ? toGoOn : toReject}`
}
