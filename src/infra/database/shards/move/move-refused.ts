/** Thrown where a move is not made, or not now; the tenant works where it was, or will once its move is given up. */
export class MoveRefusedError extends Error {}
