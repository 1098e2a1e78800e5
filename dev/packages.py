"""Checks how the two packages depend on each other and on others, from their manifests.

usage: scripts/test packages [--quick | --graph | --release]
       --quick resolves only an app without traits; --graph prints the targets and what they depend on, which is the picture in docs/design.md;
       --release writes the versions of all dependencies that the last build of Systems used (Systems/versions.txt), and the same as a
       software bill of materials (Systems/sbom.cdx.json, CycloneDX 1.6)

 * No target of the toolkit depends on a system, and there is no cycle.
 * The toolkit's products are the toolkit's: an app that adds the package sees no system. No product of apps depends on the lab.
 * Its targets have no settings for an app that are right only for its own build, such as warnings as errors and unsafe flags.
 * On Linux, only the trait URLSession links Foundation's networking.
 * An app that takes the product Naru, or a product with its trait, resolves the packages that are expected, and no others.
"""
import json, pathlib, re, subprocess, sys, tempfile
from dev.build import ROOT, SWIFT, run, strangers
from dev.report import failed

# The most products that the toolkit has.
PRODUCTS = 12
# The number of packages that an app with this product and trait resolves, the toolkit itself not counted.
EXPECTED = {
    ("Naru", None): 7,
    ("NaruAuth", None): 7,
    ("NaruOffline", None): 7,
    ("NaruTesting", None): 7,
}
# The upper limits where the exact number depends on the versions of others.
AT_MOST = {
    ("NaruAsyncHTTPClient", "AsyncHTTPClient"): 27,
    ("NaruServer", "Server"): 28,
    ("NaruLab", "Server"): 28,
}


def manifest(path):
    return json.loads(run("swift", "package", "--package-path", path, "dump-package", check=True, env=strangers()).stdout)


def targets(package):
    """The targets of a manifest, each with its dependencies as (name, package)."""
    found = {}
    for target in package["targets"]:
        names = []
        for dependency in target["dependencies"]:
            if "byName" in dependency:
                names.append((dependency["byName"][0], None))
            elif "target" in dependency:
                names.append((dependency["target"][0], None))
            else:
                names.append((dependency["product"][0], dependency["product"][1]))
        found[target["name"]] = names
    return found


def cycle(graph, name, path=()):
    if name in path:
        return path[path.index(name):] + (name,)
    for other, package in graph.get(name, []):
        if package is None and (found := cycle(graph, other, path + (name,))):
            return found
    return None


def license(folder):
    """The SPDX name of the license of a checkout."""
    names = {"Apache License": "Apache-2.0", "MIT License": "MIT", "Permission is hereby granted, free of charge": "MIT"}
    text = "".join(path.read_text() for path in sorted(folder.glob("LICENSE*")))
    found = next((name for start, name in names.items() if start in text[:3000]), None)
    return found or sys.exit(f"packages: the license of {folder} is not known: read it, and add it to names.")


def release():
    """Writes what a release was tested with."""
    pins = {}
    # Each package's build removes the checkouts of the other one. Nothing links the dependencies of the documentation.
    for package in (ROOT, ROOT / "Systems"):
        run(SWIFT, "package", "--package-path", package, "--enable-all-traits", "resolve", check=True)
        for pin in json.loads((package / "Package.resolved").read_text())["pins"]:
            if pin["identity"].startswith("swift-docc"): continue
            folder = pin["location"].removesuffix(".git").split("/")[-1]
            pins[pin["identity"]] = pin | {"license": license(ROOT / ".build/checkouts" / folder)}
    pins = [pins[identity] for identity in sorted(pins)]
    version = re.search(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.M)[1]
    lines = [" ".join((pin["identity"], pin["state"].get("version", "-"), pin["state"]["revision"])) for pin in pins]
    swift = subprocess.check_output(["swift", "--version"], text=True, stderr=subprocess.DEVNULL).splitlines()[0]
    (ROOT / "Systems/versions.txt").write_text(f"# Naru {version} was tested with {swift}\n" + "\n".join(lines) + "\n")
    components = []
    for pin in pins:
        url = pin["location"].removesuffix(".git")
        number = pin["state"].get("version", pin["state"]["revision"])
        reference = f"pkg:swift/{url.removeprefix('https://')}@{number}"
        components.append({
            "type": "library", "bom-ref": reference, "name": pin["identity"], "version": number, "purl": reference,
            "licenses": [{"license": {"id": pin["license"]}}],
            "externalReferences": [{"type": "vcs", "url": url, "comment": pin["state"]["revision"]}],
        })
    naru = {"type": "library", "bom-ref": "naru", "name": "naru", "version": version, "licenses": [{"license": {"id": "Apache-2.0"}}]}
    (ROOT / "Systems/sbom.cdx.json").write_text(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": naru}, "components": components,
    }, indent=2) + "\n")
    print(f"packages: {len(pins)} dependencies of Naru {version}.")


def picture(toolkit_manifest, systems_manifest):
    """The targets of both packages without tests, from the programs down, each with the targets that it needs directly. The five systems are one."""
    toolkit, systems, arrows = targets(toolkit_manifest), targets(systems_manifest), {}
    for graph in (systems, toolkit):
        names = [name for name in graph if name + "Backend" in graph]
        hidden = {
            target["name"] for package in (systems_manifest, toolkit_manifest) for target in package["targets"]
            if target["type"] in ("test", "system") or (target.get("path") or "").startswith("Tests/")
        }

        def label(name):
            system = next((system for system in names if name.startswith(system)), "")
            return f"(system){name[len(system):]}" if system else name

        for name, dependencies in graph.items():
            if name in hidden or re.search(r"Test(Support|ing)$|Trait$", name) and name != "NaruTesting": continue
            below = arrows.setdefault(label(name), set())
            below |= {label(other) for other, package in dependencies if package in (None, "naru") and other not in hidden and not other.endswith("Trait")}
            below.discard(label(name))

    def reached(name):
        return arrows[name].union(*(reached(other) for other in arrows[name]))

    def height(name):
        return 1 + max(map(height, arrows[name]), default=0)

    width = max(map(len, arrows))
    lines = []
    for name in sorted(arrows, key=lambda name: (name in toolkit, -height(name))):
        direct = sorted(arrows[name] - set().union(*(reached(other) for other in arrows[name])))
        lines.append(f"{name:{width}} → {', '.join(direct)}" if direct else name)
    ruler = next(index for index, line in enumerate(lines) if line.split()[0] in toolkit)
    return "\n".join([*lines[:ruler], "═" * 100, *lines[ruler:]])


def resolved(product, trait):
    """The identities of the packages that an app with a product resolves."""
    with tempfile.TemporaryDirectory() as folder:
        app = pathlib.Path(folder, "App")
        (app / "Sources/App").mkdir(parents=True)
        (app / "Sources/App/App.swift").write_text("")
        traits = f', traits: [.defaults, "{trait}"]' if trait else ""
        (app / "Package.swift").write_text(f"""// swift-tools-version: 6.1
import PackageDescription
let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "naru", path: "{ROOT}"{traits})],
  targets: [.target(name: "App", dependencies: [.product(name: "{product}", package: "naru")])]
)
""")
        run("swift", "package", "--package-path", app, "resolve", check=True, env=strangers())
        pins = json.loads((app / "Package.resolved").read_text())["pins"]
        return sorted(pin["identity"] for pin in pins)


def below(toolkit, names):
    """The names of all targets of the toolkit in and below some of them."""
    return set(names).union(*(below(toolkit, [other for other, package in toolkit.get(name, []) if package is None]) for name in names))


def main(arguments):
    if "--release" in arguments: return release()
    toolkit_manifest, systems_manifest = manifest(ROOT), manifest(ROOT / "Systems")
    if "--graph" in arguments: return print(picture(toolkit_manifest, systems_manifest))
    toolkit, systems, problems = targets(toolkit_manifest), targets(systems_manifest), []
    for label, graph in (("toolkit", toolkit), ("systems", systems)):
        for name in graph:
            if found := cycle(graph, name):
                problems.append(f"a cycle in the {label}: {' -> '.join(found)}")
    for name, dependencies in toolkit.items():
        for other, package in dependencies:
            if other in systems and other not in toolkit or package == "systems":
                problems.append(f"{name} of the toolkit depends on {other}, a system")
    if len(toolkit_manifest["products"]) > PRODUCTS:
        problems.append(f"the toolkit has {len(toolkit_manifest['products'])} products, and at most {PRODUCTS} are allowed")
    if picture(toolkit_manifest, systems_manifest) not in (ROOT / "docs/design.md").read_text():
        problems.append("docs/design.md has another picture than the manifests: copy the output of scripts/test packages --graph")
    notice = set(re.findall(r"^\* ([\w.-]+): ", (ROOT / "NOTICE").read_text(), re.M))
    tested = {line.split()[0] for line in (ROOT / "Systems/versions.txt").read_text().splitlines() if not line.startswith("#")}
    if notice != tested:
        problems.append(f"NOTICE and Systems/versions.txt differ: {', '.join(sorted(notice ^ tested))}")
    for product in toolkit_manifest["products"]:
        if not product["name"].lower().startswith("naru"):
            problems.append(f"the toolkit has the product {product['name']}")
        if product["name"] != "NaruLab" and "NaruLab" in below(toolkit, product["targets"]):
            problems.append(f"the product {product['name']} depends on the lab")
    # An app's build fails with others: it compiles dependencies without warnings, and allows them no unsafe flags.
    settings = {kind for target in toolkit_manifest["targets"] for setting in target["settings"] for kind in setting["kind"]}
    if others := settings - {"enableExperimentalFeature", "enableUpcomingFeature", "swiftLanguageMode"}:
        problems.append(f"the toolkit's targets have settings that apps get, too: {', '.join(sorted(others))}")
    for file in (ROOT / "Sources").rglob("*.swift"):
        text = file.read_text()
        if "import FoundationNetworking" in text and not re.search(r"^#(else)?if .*\bURLSession$", text, re.MULTILINE):
            problems.append(f"{file.relative_to(ROOT)} makes each program on Linux link Foundation's networking and libcurl")
    if both := set(toolkit) & set(systems):
        problems.append(f"targets with the same name in both packages: {', '.join(sorted(both))}")
    chosen = {("Naru", None): EXPECTED["Naru", None]} if "--quick" in arguments else EXPECTED | AT_MOST
    for (product, trait), expected in chosen.items():
        names = resolved(product, trait)
        is_exact = (product, trait) in EXPECTED
        if len(names) > expected or is_exact and len(names) != expected:
            problems.append(f"{product} resolves {len(names)} packages instead of {expected}: {', '.join(names)}")
        label = f"{product} with the trait {trait}" if trait else product
        print(f"{label}: {len(names)} packages" + (f" ({', '.join(names)})" if len(names) < 8 else ""))
    return failed("packages", problems)
