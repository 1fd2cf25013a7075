// Bright or dark, as this device was told; else as its system is. Runs before the first paint, so it is no module.

(() => {
  const root = document.documentElement;
  const dark = document.getElementById("dark");
  const bySystem = dark.media;

  const chosen = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // a browser that keeps nothing
    }
  };

  const show = (theme) => {
    dark.media = { dark: "all", light: "not all" }[theme] ?? bySystem;
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-theme-choice]"))
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === (theme ?? "")));
  };

  show(chosen());
  addEventListener("DOMContentLoaded", () => show(chosen()));
  addEventListener("click", (event) => {
    const theme = event.target.closest?.("[data-theme-choice]")?.dataset.themeChoice;
    if (theme === undefined) return;
    try {
      if (theme) localStorage.setItem("theme", theme);
      else localStorage.removeItem("theme");
    } catch {
      // then it holds until the page is left
    }
    show(theme || null);
  });
})();
