import type { ApiFailure, ConnectionFailure } from '@stemma/client'

// By name instead of by class: importing the class would load the client and the contract for every error.

export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof Error && error.name === 'ApiFailure'
}

export function isConnectionFailure(error: unknown): error is ConnectionFailure {
  return error instanceof Error && error.name === 'ConnectionFailure'
}
