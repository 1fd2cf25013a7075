// Bring what stands on the page to what it should be, and touch nothing else: nodes keep their identity, so typed text, the focus, the
// scroll position, open details and running transitions stay.

/** Morph one element into the first element of some HTML. */
export function morph(element, html) {
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  blend(element, parsed.content.firstElementChild);
}

function blend(from, to) {
  if (!alike(from, to)) {
    from.replaceWith(to);
    return;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  if (from.isEqualNode(to)) return;
  attributes(from, to);
  children(from, to);
}

function alike(from, to) {
  return from.nodeType === to.nodeType && from.nodeName === to.nodeName && (from.id ?? "") === (to.id ?? "");
}

function attributes(from, to) {
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  for (const { name } of [...from.attributes]) {
    const own = name === "open" && from.nodeName === "DETAILS"; // the reader opened it
    if (!own && !to.hasAttribute(name)) from.removeAttribute(name);
  }
  if (from.disabled && from.checked) from.checked = false; // somebody else was quicker
}

function children(from, to) {
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const found = match(at, wanted);
    if (found === null) {
      from.insertBefore(wanted, at);
      continue;
    }
    if (found !== at) from.insertBefore(found, at);
    else at = at.nextSibling;
    blend(found, wanted);
  }
  while (at !== null) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** The first following sibling that may become the wanted node: the one of the same id, or the next of the same sort without one. */
function match(at, wanted) {
  if (!wanted.id) return at !== null && alike(at, wanted) ? at : null;
  for (let one = at; one !== null; one = one.nextSibling) if (one.id === wanted.id && alike(one, wanted)) return one;
  return null;
}
