extension CompletionScript {
    /// Bash splits words at `=`, `:` and `@`, so the line is split at blanks instead, and what stands before the last such
    /// character is taken off the answers.
    static let bashTemplate = #"""
        # bash completion for <PROGRAM>
        _<FUNCTION>() {
            local line directive="" value current prefix="" index
            local -a words
            read -r -a words <<<"${COMP_LINE:0:COMP_POINT}"
            [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=("")
            current=${words[${#words[@]}-1]}
            COMPREPLY=()
            for ((index = ${#current}; index > 0; index--)); do
                if [[ $COMP_WORDBREAKS == *"${current:index-1:1}"* ]]; then
                    prefix=${current:0:index}
                    break
                fi
            done
            while IFS= read -r line; do
                if [[ -z $directive ]]; then
                    directive=$line
                    continue
                fi
                value=${line%%$'\t'*}
                COMPREPLY+=("${value#"$prefix"}")
            done < <("${words[0]}" <QUERY> -- "${words[@]:1}" 2>/dev/null)
            case $directive in
                :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "${current#"$prefix"}") ;;
                :directories) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "${current#"$prefix"}") ;;
                :commandline*)
                    if declare -F _command_offset >/dev/null; then
                        _command_offset $((${directive#:commandline } + 1))
                    else
                        mapfile -t COMPREPLY < <(compgen -cf -- "$current")
                    fi
                    ;;
            esac
        }
        complete -F _<FUNCTION> <PROGRAM>

        """#
}
