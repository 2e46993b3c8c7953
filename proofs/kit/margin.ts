/**
 * How far over its bar a figure of time or memory must be before a proof fails. By itself a proof is strict;
 * CI sets 3, because a busy machine doubles such figures and only a defect triples them.
 */
export const margin = Number(process.env.PROOF_MARGIN ?? 1)
