//! Finds libtally: in `TALLY_PREFIX`, where that is set (then `$TALLY_PREFIX/lib`), else by the command `pkg-config`
//! (or what `PKG_CONFIG` names), else where the linker looks anyway. `TALLY_STATIC=1` links libtally.a, with what it
//! needs, as pkg-config tells it.

use std::env;
use std::process::Command;

fn main() {
    for name in ["TALLY_PREFIX", "TALLY_STATIC", "PKG_CONFIG", "PKG_CONFIG_PATH"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    let is_static = env::var_os("TALLY_STATIC").map_or(false, |value| value == "1");
    if let (Ok(prefix), false) = (env::var("TALLY_PREFIX"), is_static) {
        println!("cargo:rustc-link-search=native={prefix}/lib");
        println!("cargo:rustc-link-lib=dylib=tally");
        return;
    }
    match pkg_config(is_static) {
        Some(arguments) => {
            for argument in arguments.split_whitespace() {
                if let Some(directory) = argument.strip_prefix("-L") {
                    println!("cargo:rustc-link-search=native={directory}");
                } else if let Some(library) = argument.strip_prefix("-l") {
                    let kind = if is_static && library == "tally" { "static" } else { "dylib" };
                    println!("cargo:rustc-link-lib={kind}={library}");
                }
            }
        }
        None => println!("cargo:rustc-link-lib=dylib=tally"),
    }
}

fn pkg_config(is_static: bool) -> Option<String> {
    let command = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".into());
    let mut command = Command::new(command);
    if is_static {
        command.arg("--static");
    }
    let output = command.args(["--libs", "tally"]).output().ok()?;
    if !output.status.success() {
        println!("cargo:warning=pkg-config does not know tally: {}", String::from_utf8_lossy(&output.stderr).trim());
        return None;
    }
    String::from_utf8(output.stdout).ok()
}
