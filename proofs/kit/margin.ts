/**
 * The factor by which time or memory must exceed its limit before a proof fails. Strict by default; CI sets
 * 3, because a busy machine doubles such figures and only a defect triples them.
 */
export const margin = Number(process.env.PROOF_MARGIN ?? 1)
