/**
 * As `onLoad` of a picture: React holds a whole page back until pictures without a listener are decoded,
 * and ours must never wait for a picture.
 */
export const neverWait = () => {};
