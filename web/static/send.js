// Taps and forms become requests. What the table answers is shown; what it changes comes by the stream.

const refused = document.getElementById("notice-refused");
let fading = 0;

/** Send JSON; gives the answer, or null after showing why there is none. */
export async function send(path, data = {}) {
  refused.hidden = true;
  let answer;
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(data),
    });
    answer = await response.json();
    if (response.ok) return answer;
  } catch {
    answer = { message: refused.dataset.unsent };
  }
  refused.textContent = answer.message;
  refused.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (refused.hidden = true), 8000);
  return null;
}

/** Do an act on the view that the page shows. */
export function act(words) {
  return send("/api/act", { act: words, version: Number(document.body.dataset.version) });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-act], button[data-post], [data-reload]");
  if (!button) return;
  if ("reload" in button.dataset) return location.reload();
  const doing = button.dataset.act ? act(button.dataset.act) : send(button.dataset.post, JSON.parse(button.dataset.body ?? "{}"));
  once(button, doing);
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.act && !form.dataset.post) return; // an ordinary form
  event.preventDefault();
  const doing = form.dataset.act
    ? act([form.dataset.act, ...new FormData(form).values()].join(" "))
    : send(form.dataset.post, fields(form));
  const answer = await once(event.submitter, doing);
  if (answer !== null && form.dataset.then) location.replace(form.dataset.then);
});

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
