// How a process of the service ends, for the one that started it.

/** The data is damaged: only a reset helps. */
export const damagedExit = 65;
