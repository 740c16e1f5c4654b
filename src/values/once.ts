/**
 * The same function, worked out once for each object: what it made is kept for as long as the object lives. For what
 * follows from an object that does not change: an offer, a row of a table, an edition. What throws is not kept.
 *
 * @param make pure; further arguments count only the first time that it is called with an object
 * @param isKept which objects cannot change; without it all of them
 * @example const textOf = once((offer: Offer) => canonicalJson(offer));
 */
export function once<Of extends object, Rest extends readonly unknown[], Made>(
  make: (of: Of, ...rest: Rest) => Made,
  isKept: (of: Of) => boolean = () => true,
): (of: Of, ...rest: Rest) => Made {
  const kept = new WeakMap<Of, Made>();
  return (of, ...rest) => {
    const known = kept.get(of);
    if (known !== undefined || kept.has(of)) return known as Made;
    const made = make(of, ...rest);
    if (isKept(of)) kept.set(of, made);
    return made;
  };
}
