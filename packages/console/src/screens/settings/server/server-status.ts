import { toQuery } from '../../../app/operations.ts'

/** Never from memory: whoever opens this wants to know how it is now. */
export const serverStatus = { ...toQuery('getServerStatus', {}), staleTime: 0 }
