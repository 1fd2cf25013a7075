// Taps and forms become requests. What the table answers is shown; what it changes comes by the stream.

const refused = document.getElementById("notice-refused");
let fading = 0;

/** Send JSON; gives the answer, or null after showing why there is none. */
export async function send(path, data = {}) {
  refused.hidden = true;
  const { done, answer } = await post(path, data);
  if (done) return answer;
  complain(answer.message);
  return null;
}

/** Show for a while why something was not done. */
export function complain(message) {
  refused.textContent = message;
  refused.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (refused.hidden = true), 8000);
}

/** Send JSON, or a file as it is, and show nothing: whether it was done, with the answer or the reason. */
export async function post(path, data) {
  const file = data instanceof Blob;
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": file ? "application/octet-stream" : "application/json" },
      body: file ? data : JSON.stringify(data),
    });
    return { done: response.ok, answer: await response.json() };
  } catch {
    return { done: false, answer: { message: refused.dataset.unsent } };
  }
}

/** Do an act on the view that the page shows. */
export function act(words) {
  return send("/api/act", { act: words, version: Number(document.body.dataset.version) });
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-act], button[data-post], [data-reload]");
  if (!button) return;
  if ("reload" in button.dataset) return location.reload();
  const doing = button.dataset.act ? act(button.dataset.act) : send(button.dataset.post, seen(button, JSON.parse(button.dataset.body ?? "{}")));
  const answer = await once(button, doing);
  if (answer !== null) shut(button);
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.act && !form.dataset.post) return; // an ordinary form
  event.preventDefault();
  const doing = form.dataset.act
    ? act([form.dataset.act, ...new FormData(form).values()].join(" "))
    : send(form.dataset.post, seen(form, fields(form)));
  const answer = await once(event.submitter, doing);
  if (answer !== null) shut(form);
  if (answer !== null && form.dataset.then) location.replace(form.dataset.then);
});

/** Close what was opened for one deed. */
function shut(within) {
  within.closest("details[data-once]")?.removeAttribute("open");
  const sheet = within.closest("[popover][data-once]");
  if (sheet?.isConnected) sheet.hidePopover();
}

/** With the version of the view that the page shows, where what is sent was decided on it. */
function seen({ dataset }, data) {
  return "versioned" in dataset ? { ...data, version: Number(document.body.dataset.version) } : data;
}

/** The fields of a form as JSON: `options.dice` becomes `{"options": {"dice": ...}}`. */
function fields(form) {
  const data = {};
  for (const [name, value] of new FormData(form)) {
    const [outer, inner] = name.split(".", 2);
    const plain = form.elements[name].dataset?.json === undefined ? value : JSON.parse(value);
    if (inner) (data[outer] ??= {})[inner] = plain;
    else data[outer] = plain;
  }
  return data;
}

/** No second tap while the first is under way. */
async function once(button, doing) {
  button?.setAttribute("aria-busy", "true");
  if (button) button.disabled = true;
  const answer = await doing;
  button?.removeAttribute("aria-busy");
  if (button) button.disabled = false;
  return answer;
}
